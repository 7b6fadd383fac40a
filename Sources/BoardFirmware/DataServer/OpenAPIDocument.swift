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
          "200": {
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
          "default": {"$ref": "#/components/responses/Refusal"}
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
