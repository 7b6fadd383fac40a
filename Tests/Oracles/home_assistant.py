"""Reads an announcement of a device and a measurement, each a JSON file; prints what Home Assistant makes of them.

Each component has to be an entity as ha-mqtt-discoverable knows them; its template, in Home Assistant's language, is
rendered with the measurement. Prints a line for each: name, unit, value.

usage: home_assistant.py ANNOUNCEMENT MEASUREMENT
"""

import json
import sys
from pathlib import Path

import jinja2
from ha_mqtt_discoverable import DeviceInfo, EntityInfo
from ha_mqtt_discoverable.sensors import SensorInfo

announcement, measurement = (json.loads(Path(path).read_text()) for path in sys.argv[1:])
device = DeviceInfo(**announcement["device"])
kinds = {"sensor": SensorInfo, "device_tracker": EntityInfo}
environment = jinja2.Environment(undefined=jinja2.StrictUndefined)
for name, component in announcement["components"].items():
    fields = {key: value for key, value in component.items() if key not in ("platform", "json_attributes_topic", "json_attributes_template", "source_type")}
    entity = kinds[component["platform"]](component=component["platform"], device=device, **fields)
    unknown = set(fields) - set(type(entity).model_fields)
    assert not unknown, f"{name}: {unknown}"
    template = component.get("value_template") or component["json_attributes_template"]
    value = environment.from_string(template).render(value_json=measurement)
    print(name, component.get("unit_of_measurement", "-"), value, sep="\t")
