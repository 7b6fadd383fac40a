# SPDX-License-Identifier: Apache-2.0
"""Makes the wheel: the package and the shared library, which scripts/release/librtcm builds. Needs no other package."""

import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import zipfile

HERE = pathlib.Path(__file__).resolve().parents[1]
LIBRARY = "librtcm.dylib" if sys.platform == "darwin" else "librtcm.so"


def _project() -> dict:
    text = (HERE / "pyproject.toml").read_text()
    return dict(re.findall(r'^(name|version|description|requires-python|license) = "(.*)"$', text, re.M))


def _tag(library: bytes) -> str:
    """Any Python 3, as the package calls the library through ctypes, on any system whose C library is new enough.

    The library needs libc and libm alone, which manylinux allows; of which version, its symbols say.
    """
    system = re.sub(r"[-.]", "_", sysconfig.get_platform())
    versions = {(int(major), int(minor)) for major, minor in re.findall(rb"GLIBC_(\d+)\.(\d+)", library)}
    if system.startswith("linux_") and versions:
        # The oldest C library that there is a name for.
        major, minor = max(versions | {(2, 5) if system == "linux_x86_64" else (2, 17)})
        system = f"manylinux_{major}_{minor}_{system[len('linux_'):]}"
    return "py3-none-" + system


def _metadata(project: dict) -> str:
    return (
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
        f"Summary: {project['description']}\nRequires-Python: {project['requires-python']}\n"
        f"License: {project['license']}\n"
    )


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    root = HERE.parent
    library = pathlib.Path(os.environ.get("LIBRTCM", root / ".build/librtcm" / LIBRARY))
    if "LIBRTCM" not in os.environ:
        subprocess.run([str(root / "scripts/release/librtcm")], check=True)
    project, content_of_library = _project(), library.read_bytes()
    tag = _tag(content_of_library)
    base = f"{project['name']}-{project['version']}"
    files = {f"librtcm/{path.name}": path.read_bytes()
             for path in sorted((HERE / "librtcm").iterdir()) if path.is_file()}
    files[f"librtcm/{LIBRARY}"] = content_of_library
    files[f"{base}.dist-info/METADATA"] = _metadata(project).encode()
    files[f"{base}.dist-info/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: librtcm\nRoot-Is-Purelib: false\nTag: {tag}\n".encode())
    files[f"{base}.dist-info/licenses/LICENSE"] = (root / "LICENSE").read_bytes()
    record = f"{base}.dist-info/RECORD"
    lines = []
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(content)}")
    files[record] = ("\n".join([*lines, f"{record},,"]) + "\n").encode()
    wheel = f"{base}-{tag}.whl"
    with zipfile.ZipFile(os.path.join(wheel_directory, wheel), "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return wheel


def build_sdist(sdist_directory, config_settings=None):
    raise RuntimeError("the library's source is in the repository; install from there: pip install ./python")
