extension OpenAPIDocument {
  /// What the document's answers refer to.
  static let schemas = #"""
    "responses": {
      "Text": {
        "description": "temperature °C;humidity %RH;pressure Pa;altitude m;TVOC ppb;eCO2 ppm;PM0.5;PM1;PM2.5;PM4;PM10 µg/m³;latitude °;longitude °. The dialect air-quality leaves out the last two; legacy-html gives the page of the original firmware.",
        "headers": {
          "X-Value-Age": {
            "description": "Fields older than two samples: name=seconds,…",
            "schema": {"type": "string"}
          }
        },
        "content": {
          "text/plain": {
            "schema": {"type": "string"},
            "example": "23.41;45.23;100653.27;56.07;12;412;1.70;4.00;5.10;5.20;5.25;45.478129100;9.227790700"
          },
          "text/html": {"schema": {"type": "string"}}
        }
      },
      "Error": {
        "description": "What was wrong and what to do",
        "content": {
          "application/json": {
            "schema": {
              "type": "object",
              "required": ["error", "status"],
              "properties": {"error": {"type": "string"}, "status": {"type": "integer"}}
            }
          }
        }
      }
    },
    "schemas": {
      "Age": {"type": ["number", "null"], "minimum": 0, "description": "Seconds"},
      "Measurement": {
        "type": "object",
        "required": ["board_time", "time_utc", "fields"],
        "properties": {
          "board_time": {"type": "number", "description": "Seconds since boot"},
          "time_utc": {"type": "string", "format": "date-time"},
          "fields": {"type": "array", "items": {"$ref": "#/components/schemas/Field"}}
        }
      },
      "Field": {
        "type": "object",
        "required": ["name", "value", "unit", "provenance", "age"],
        "properties": {
          "name": {
            "enum": [
              "temperature", "humidity", "pressure", "altitude", "tvocs", "eco2", "pm05", "pm1",
              "pm25", "pm4", "pm10", "latitude", "longitude", "pm05_number", "light"
            ]
          },
          "value": {"type": ["number", "null"]},
          "unit": {"type": "string"},
          "provenance": {"enum": ["measured", "derived"]},
          "age": {"$ref": "#/components/schemas/Age"}
        }
      },
      "Status": {
        "type": "object",
        "required": ["board_time", "time_utc", "uptime", "gnss", "ntrip", "sensors", "card"],
        "properties": {
          "board_time": {"type": "number", "description": "Seconds since boot"},
          "time_utc": {"type": "string", "format": "date-time"},
          "uptime": {
            "type": ["number", "null"],
            "description": "Seconds since the power came on; null while it is off"
          },
          "gnss": {"$ref": "#/components/schemas/GNSS"},
          "ntrip": {"$ref": "#/components/schemas/Ntrip"},
          "sensors": {
            "type": "object",
            "required": ["bme280", "ccs811", "sps30", "ublox"],
            "additionalProperties": {"$ref": "#/components/schemas/Sensor"}
          },
          "card": {"$ref": "#/components/schemas/Card"}
        }
      },
      "GNSS": {
        "type": "object",
        "properties": {
          "board_time": {
            "type": ["number", "null"],
            "description": "Of the epoch that the position belongs to"
          },
          "fix": {"enum": ["none", "3d", "dgnss", "rtk-float", "rtk-fixed"]},
          "reason": {"type": ["string", "null"], "description": "Why the fix is what it is"},
          "latitude": {"type": ["number", "null"]},
          "longitude": {"type": ["number", "null"]},
          "height": {"type": ["number", "null"], "description": "Above the ellipsoid"},
          "mean_sea_level_height": {"type": ["number", "null"]},
          "horizontal_accuracy": {"type": ["number", "null"]},
          "vertical_accuracy": {"type": ["number", "null"]},
          "satellites": {"type": ["integer", "null"]},
          "correction_age": {"$ref": "#/components/schemas/Age"},
          "station_id": {"type": ["integer", "null"], "minimum": 0, "maximum": 4095},
          "baseline": {"type": ["number", "null"], "description": "To the reference station"},
          "model": {"type": ["string", "null"], "description": "What the receiver says it is"}
        }
      },
      "Ntrip": {
        "type": "object",
        "properties": {
          "state": {"enum": ["off", "connecting", "streaming", "waiting", "refused"]},
          "mountpoint": {"type": ["string", "null"]},
          "bytes": {"type": "integer", "description": "That the link has received"},
          "bytes_received": {"type": "integer", "description": "That the firmware took from it"},
          "bytes_written": {"type": "integer", "description": "That it wrote to the receiver"},
          "bytes_dropped": {"type": "integer", "description": "That the receiver never took"},
          "frames": {
            "type": "object",
            "description": "Valid frames by message type",
            "additionalProperties": {"type": "integer"}
          },
          "total_frames": {"type": "integer"},
          "frame_bytes": {"type": "integer"},
          "other_bytes": {"type": "integer"},
          "bad_crc": {"type": "integer"},
          "reconnects": {"type": "integer"},
          "error": {"type": ["string", "null"]}
        }
      },
      "Sensor": {
        "type": "object",
        "properties": {
          "state": {"enum": ["starting", "ok", "failed"]},
          "age": {"$ref": "#/components/schemas/Age"},
          "starts": {"type": "integer", "description": "How often it was set up"},
          "error": {"type": ["string", "null"]}
        }
      },
      "Card": {
        "type": "object",
        "properties": {
          "state": {"enum": ["starting", "absent", "ok", "failed"]},
          "file": {"type": ["string", "null"]},
          "lines": {"type": "integer"},
          "lost_lines": {"type": "integer"},
          "error": {"type": ["string", "null"]}
        }
      }
    }
    """#
}
