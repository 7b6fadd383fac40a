/// The description of the data port that `/api/v1/openapi.json` gives: OpenAPI 3.1.
enum OpenAPIDocument {
  /// The whole document.
  static let text = #"{"openapi":"3.1.0",\#(info),"paths":{\#(paths)},"components":{\#(schemas)}}"#

  private static let info = #"""
    "info": {
      "title": "boardsim data port",
      "version": "1.0.0",
      "summary": "An air-quality board with a GNSS receiver, as phone apps poll it.",
      "description": "Lengths are metres, times and ages seconds, heights ellipsoidal. A value that no part has delivered is null, or an empty field of the text. A part that fails keeps its last value, whose age grows.",
      "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"}
    },
    "servers": [{"url": "/", "description": "The board that served this document"}]
    """#

  private static let paths = #"""
    "/": {
      "summary": "The measurement as text; every path outside /api/ and /metrics answers the same",
      "get": {
        "operationId": "readText",
        "summary": "The last sample",
        "responses": {
          "200": {"$ref": "#/components/responses/Text"},
          "default": {"$ref": "#/components/responses/Error"}
        }
      },
      "post": {
        "operationId": "postText",
        "summary": "Accepts anything and keeps nothing, as the reference simulator does",
        "requestBody": {"content": {"*/*": {"schema": {}}}},
        "responses": {
          "200": {
            "description": "POST received",
            "content": {"text/plain": {"schema": {"const": "POST received"}}}
          }
        }
      },
      "put": {
        "operationId": "putText",
        "summary": "The last sample; keeps nothing, as the reference simulator does",
        "responses": {"200": {"$ref": "#/components/responses/Text"}}
      },
      "patch": {
        "operationId": "patchText",
        "summary": "The last sample; changes nothing, as the reference simulator does",
        "responses": {"200": {"$ref": "#/components/responses/Text"}}
      },
      "delete": {
        "operationId": "deleteText",
        "summary": "The last sample; deletes nothing, as the reference simulator does",
        "responses": {"200": {"$ref": "#/components/responses/Text"}}
      },
      "options": {
        "operationId": "preflight",
        "summary": "Lets browsers ask from any origin",
        "responses": {"204": {"description": "What is allowed, in the Access-Control headers"}}
      }
    },
    "/api/v1/measurement": {
      "get": {
        "operationId": "readMeasurement",
        "summary": "The last sample with units, provenance and ages",
        "responses": {
          "200": {
            "description": "Every quantity, measured or not yet",
            "content": {
              "application/json": {"schema": {"$ref": "#/components/schemas/Measurement"}}
            }
          },
          "default": {"$ref": "#/components/responses/Error"}
        }
      }
    },
    "/api/v1/status": {
      "get": {
        "operationId": "readStatus",
        "summary": "How the receiver, its corrections, the parts and the card are",
        "responses": {
          "200": {
            "description": "The status now",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Status"}}}
          },
          "default": {"$ref": "#/components/responses/Error"}
        }
      }
    },
    "/api/v1/openapi.json": {
      "get": {
        "operationId": "readDescription",
        "summary": "This document",
        "responses": {
          "200": {
            "description": "OpenAPI 3.1",
            "content": {"application/json": {"schema": {"type": "object"}}}
          },
          "default": {"$ref": "#/components/responses/Error"}
        }
      }
    },
    "/metrics": {
      "get": {
        "operationId": "readMetrics",
        "summary": "The same numbers for Prometheus",
        "responses": {
          "200": {
            "description": "Prometheus text format 0.0.4",
            "content": {"text/plain": {"schema": {"type": "string"}}}
          },
          "default": {"$ref": "#/components/responses/Error"}
        }
      }
    }
    """#
}
