public import CRTCM
internal import RTCMParser

/// As rtcm.h says.
@c @implementation public func rtcm_set_objects(
  _ plan: UnsafePointer<rtcm_object_plan>?, _ dictionary: UnsafeMutableRawPointer?,
  _ values: UnsafePointer<Double>?, _ integers: UnsafePointer<Int64>?
) -> Bool {
  guard let plan = plan?.pointee, let functions = plan.functions?.pointee, let dictionary,
    let ofDouble = functions.of_double, let ofInteger = functions.of_integer,
    let set = functions.set, let release = functions.release
  else { return false }
  guard plan.count > 0 else { return true }
  guard let values, let integers, let keys = plan.keys, let steps = plan.steps else { return false }
  for index in 0..<plan.count {
    let (step, value, integer) = (steps[index], values[index], integers[index])
    if step == 0 || plan.has(value, integer, at: index) { continue }
    let object =
      step == 1 ? ofInteger(integer) : ofDouble(value.isNaN ? Double(integer) * step : value)
    guard let object else { return false }
    let failure = set(dictionary, keys[index], object)
    release(object)
    if failure != 0 { return false }
  }
  return true
}

extension rtcm_object_plan {
  /// Whether the dictionary already has a number.
  @inline(__always)
  fileprivate func has(_ value: Double, _ integer: Int64, at index: Int) -> Bool {
    guard let values, let integers else { return false }
    // A negative zero is another value with the same integer.
    return integers[index] == integer && values[index].bitPattern == value.bitPattern
  }
}

/// As rtcm.h says.
@c @implementation public func rtcm_batch_columns(
  _ batch: UnsafePointer<rtcm_batch>?, _ type: UInt16, _ layout: UInt64, _ item_count: UInt32,
  _ columns: UnsafePointer<UInt32>?, _ values: UnsafeMutablePointer<Double>?, _ row_count: Int
) {
  guard let batch = batch?.pointee, let messages = batch.messages, let items = batch.values,
    let columns, let values
  else { return }
  var row = 0
  for index in 0..<batch.message_count where row < row_count {
    let message = messages[index]
    guard message.type == type, message.status == UInt8(RTCM_OK) else { continue }
    if message.layout == layout, message.item_count == item_count {
      let first = items + Int(message.first_item)
      for item in 0..<Int(item_count) {
        values[Int(columns[item]) * row_count + row] = first[item]
      }
    }
    row += 1
  }
}
