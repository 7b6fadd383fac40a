"""A Slurm of one node, as this user starts it, for checks."""

import os
import secrets
import signal
import socket
import subprocess
import time

from shared.findings import expect
from shared.limits import limit


class Slurm:
    """munged, slurmctld and slurmd on 127.0.0.1, with their files in a folder; root has to start them."""

    def __init__(self, folder):
        expect(os.geteuid() == 0, "Slurm's daemons need root here")
        self.folder = folder / "slurm"
        self.started = []
        (self.folder / "state").mkdir(parents=True)
        (self.folder / "spool").mkdir()
        (self.folder / "munge").mkdir()
        self.host = socket.gethostname().split(".")[0]
        self.file = self.folder / "slurm.conf"
        self.file.write_text(self.configuration())
        self.environment = os.environ | {"SLURM_CONF": str(self.file)}

    def configuration(self):
        munge = self.folder / "munge" / "socket"
        ports = {name: port for name, port in zip(("SlurmctldPort", "SlurmdPort"), (18817, 18818))}
        lines = {
            "ClusterName": "check", "SlurmctldHost": f"{self.host}(127.0.0.1)", "AuthType": "auth/munge",
            "AuthInfo": f"socket={munge}", "SlurmUser": "root", "SlurmdUser": "root",
            "CommunicationParameters": "NoInAddrAny,NoCtldInAddrAny", "ProctrackType": "proctrack/linuxproc",
            "TaskPlugin": "task/none", "SelectType": "select/cons_tres", "JobAcctGatherType": "jobacct_gather/none",
            "MpiDefault": "none", "ReturnToService": "2", "SchedulerParameters": "batch_sched_delay=0,sched_interval=1",
            "SrunPortRange": "18820-18840", "StateSaveLocation": self.folder / "state", "SlurmdSpoolDir": self.folder / "spool",
            "SlurmctldPidFile": self.folder / "slurmctld.pid", "SlurmdPidFile": self.folder / "slurmd.pid",
            "SlurmctldLogFile": self.folder / "slurmctld.log", "SlurmdLogFile": self.folder / "slurmd.log",
        } | ports
        node = f"NodeName={self.host} NodeAddr=127.0.0.1 CPUs={os.cpu_count()} State=UNKNOWN"
        partition = f"PartitionName=all Nodes={self.host} Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:8"
        return "".join(f"{name}={value}\n" for name, value in lines.items()) + f"{node}\n{partition}\n"

    def __enter__(self):
        munge = self.folder / "munge"
        (munge / "key").write_bytes(secrets.token_bytes(1024))
        (munge / "key").chmod(0o400)
        self.folder.chmod(0o755)
        munge.chmod(0o755)
        self.folder.parent.chmod(0o755)
        subprocess.run(["chown", "-R", "munge:munge", munge], check=True)
        files = {"key-file": "key", "socket": "socket", "pid-file": "pid", "log-file": "log", "seed-file": "seed"}
        self.start(["setpriv", "--reuid=munge", "--regid=munge", "--clear-groups", "/usr/sbin/munged", "--foreground",
                    *(f"--{option}={munge / name}" for option, name in files.items())])
        self.wait(lambda: (munge / "socket").exists(), "munged")
        self.start(["/usr/sbin/slurmctld", "-D", "-f", self.file])
        self.start(["/usr/sbin/slurmd", "-D", "-f", self.file])
        self.wait(lambda: "idle" in self.run("sinfo", "-h", "-o", "%t"), "the node")
        return self

    def start(self, words):
        self.started.append(subprocess.Popen(
            list(map(str, words)), env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))

    def wait(self, holds, name):
        end = time.monotonic() + limit(60)
        while not holds():
            expect(time.monotonic() < end, f"{name} of Slurm did not start; see {self.folder}")
            time.sleep(0.1)

    def run(self, *words):
        """What a command of Slurm's printed; nothing where it failed."""
        done = subprocess.run(list(map(str, words)), env=self.environment, capture_output=True, text=True)
        return done.stdout

    def batch(self, *words, folder):
        """Submits a job, waits for its end, and returns its status."""
        done = subprocess.run(["sbatch", "--wait", *map(str, words)], env=self.environment, cwd=folder, capture_output=True,
                              text=True, timeout=600)
        return done.returncode, done.stdout + done.stderr

    def __exit__(self, *_):
        for process in reversed(self.started):
            process.send_signal(signal.SIGTERM)
        for process in reversed(self.started):
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
