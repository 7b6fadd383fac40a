internal import BoardSimulation
internal import VirtualBoard

/// The description of the control port that its `/api/v1/openapi.json` gives: OpenAPI 3.1.
enum ControlPortDocument {
  /// The whole document.
  static let text =
    #"{"openapi":"3.1.0",\#(info),"paths":{\#(paths)},"components":{"schemas":{\#(schemas)}}}"#

  private static let info = #"""
    "info": {
      "title": "boardsim control port",
      "version": "1.0.0",
      "summary": "The truth around a simulated board, a hand on its clock, and orders to it.",
      "description": "For programs on this machine: every request needs a Host that is this port's, an order also Content-Type: application/json, and no Origin but this port's. Times are seconds of board time; an order without 'at' is for now.",
      "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"}
    },
    "servers": [{"url": "/", "description": "The board that served this document"}]
    """#

  private static let paths = #"""
    "/api/v1/truth": {
      "get": {
        "operationId": "readTruth",
        "summary": "What was, is or, as far as it is known, will be true",
        "parameters": [{
          "name": "at", "in": "query", "description": "Board time; now where there is none",
          "schema": {"$ref": "#/components/schemas/Time"}
        }],
        "responses": \#(responses("The truth", "Truth"))
      }
    },
    "/api/v1/world": {
      "get": {
        "operationId": "readWorld",
        "summary": "Each quantity now, and whether it is held by hand",
        "responses": \#(responses("The quantities", "World"))
      },
      "patch": {
        "operationId": "changeWorld",
        "summary": "Holds, ramps or releases quantities: all that are named, or none",
        "requestBody": \#(body("WorldOrder")),
        "responses": \#(responses("The order is taken", "Receipt"))
      }
    },
    "/api/v1/clock/advance": {
      "post": {
        "operationId": "advanceClock",
        "summary": "Moves board time on, with --speed manual; answered when it is there",
        "requestBody": \#(body("Advance")),
        "responses": \#(responses("Board time has come there", "Moment"))
      }
    },
    "/api/v1/power": {
      "post": {
        "operationId": "switchPower",
        "summary": "Takes the power away, or gives it to parts that remember nothing",
        "requestBody": \#(body("Power")),
        "responses": \#(responses("The order is taken", "Receipt"))
      }
    },
    "/api/v1/boards": {
      "get": {
        "operationId": "listBoards",
        "summary": "The boards of this process; /boards/NUMBER before any other path is that board's",
        "responses": \#(responses("The boards", "Boards"))
      }
    },
    "/api/v1/openapi.json": {
      "get": {
        "operationId": "readDescription",
        "summary": "This document",
        "responses": {"200": {"description": "OpenAPI 3.1", "content": {"application/json": {}}}}
      }
    }
    """#

  private static func body(_ schema: String) -> String {
    #"{"required": true, "content": \#(content(schema))}"#
  }

  private static func responses(_ description: String, _ schema: String) -> String {
    #"{"200": {"description": "\#(description)", "content": \#(content(schema))}, "#
      + #""default": {"description": "What is wrong and what to do", "content": \#(content("Error"))}}"#
  }

  private static func content(_ schema: String) -> String {
    ##"{"application/json": {"schema": {"$ref": "#/components/schemas/\##(schema)"}}}"##
  }

  private static let schemas = #"""
    "Time": {"type": "number", "minimum": 0, "maximum": 1000000000},
    "Truth": {
      "type": "object",
      "required": ["board_time", "latitude", "longitude", "height", \#(names)],
      "additionalProperties": {"type": "number"}
    },
    "World": {
      "type": "object",
      "required": ["board_time", "quantities"],
      "properties": {
        "board_time": {"type": "number"},
        "quantities": {
          "type": "object",
          "required": [\#(names)],
          "additionalProperties": {
            "type": "object",
            "required": ["value", "held"],
            "properties": {"value": {"type": "number"}, "held": {"type": "boolean"}}
          }
        }
      }
    },
    "WorldOrder": {
      "type": "object",
      "properties": {\#(orders), "at": {"$ref": "#/components/schemas/Time"}},
      "additionalProperties": false
    },
    "Advance": {
      "type": "object",
      "required": ["seconds"],
      "properties": {"seconds": {"type": "number", "minimum": 0.001, "maximum": 86400}}
    },
    "Power": {
      "type": "object",
      "required": ["on"],
      "properties": {"on": {"type": "boolean"}, "at": {"$ref": "#/components/schemas/Time"}},
      "additionalProperties": false
    },
    "Moment": {
      "type": "object", "required": ["board_time"], "properties": {"board_time": {"type": "number"}}
    },
    "Receipt": {
      "type": "object",
      "required": ["board_time", "id"],
      "properties": {
        "board_time": {"type": "number", "description": "When the order comes true"},
        "id": {"type": "integer", "minimum": 1}
      }
    },
    "Boards": {
      "type": "object",
      "required": ["boards"],
      "properties": {
        "boards": {
          "type": "array",
          "items": {
            "type": "object",
            "required": ["board", "url", "fix", "powered"],
            "properties": {
              "board": {"type": "integer", "minimum": 0},
              "url": {"type": "string", "format": "uri"},
              "fix": {"enum": ["none", "3d", "dgnss", "rtk-float", "rtk-fixed"]},
              "powered": {"type": "boolean"}
            }
          }
        }
      }
    },
    "Error": {
      "type": "object",
      "required": ["error", "status"],
      "properties": {
        "error": {"type": "string"},
        "status": {"type": "integer"},
        "names": {"type": "array", "items": {"type": "string"}},
        "board_time": {"type": "number", "description": "How far the board came, when it has stopped"}
      }
    }
    """#

  private static let names = EventError.names.map { "\"\($0)\"" }.joined(separator: ", ")

  /// What may be said of each quantity: a number, a ramp, or null.
  private static let orders = WorldQuantity.allCases.map(order).joined(separator: ", ")

  private static func order(for quantity: WorldQuantity) -> String {
    let (low, high) = (quantity.range.lowerBound, quantity.range.upperBound)
    let range = ##""minimum": \##(low), "maximum": \##(high)"##
    let members =
      ##""to": {"type": "number", \##(range)}, "over": {"$ref": "#/components/schemas/Time"}"##
    let ramp = ##"{"type": "object", "required": ["to"], "properties": {\##(members)}}"##
    return
      ##""\##(quantity.name)": {"anyOf": [{"type": ["number", "null"], \##(range)}, \##(ramp)]}"##
  }
}
