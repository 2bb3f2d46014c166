#!/usr/bin/env python3
"""slurm.py COMMAND... - runs the command in a Slurm cluster of its own: a controller and two node daemons on the loopback, and
munged, in a temporary folder. $SLURM_CONF says where it is. It ends with the command, and leaves no process. As root: Slurm
changes users."""
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

CONF = """
ClusterName=mcmini
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
SlurmctldPort={controller}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
KillWait=2
MinJobAge=300
SchedulerParameters=defer_batch,batch_sched_delay=0
NodeName=n1 NodeHostname={host} NodeAddr=127.0.0.1 Port={first} CPUs=2
NodeName=n2 NodeHostname={host} NodeAddr=127.0.0.1 Port={second} CPUs=2
PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
"""


def free_ports(count):
    """They are free now."""
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Slurm:
    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="mcmini-slurm-", dir="/tmp")
        os.chmod(self.folder, 0o755)
        self.daemons = []
        for name in ("state", "spool-n1", "spool-n2"):
            os.mkdir(f"{self.folder}/{name}")
        controller, first, second = free_ports(3)
        self.conf = f"{self.folder}/slurm.conf"
        with open(self.conf, "w") as file:
            file.write(CONF.format(folder=self.folder, host=socket.gethostname(), controller=controller, first=first,
                                   second=second))
        with open(f"{self.folder}/munge.key", "wb") as file:
            file.write(secrets.token_bytes(1024))
        os.chmod(f"{self.folder}/munge.key", 0o400)
        self.environment = {**os.environ, "SLURM_CONF": self.conf}
        self.start("munged", "--foreground", "--force", f"--key-file={self.folder}/munge.key", f"--socket={self.folder}/munge.socket",
                   f"--pid-file={self.folder}/munged.pid", f"--log-file={self.folder}/munged.log",
                   f"--seed-file={self.folder}/munged.seed")
        self.wait_for(lambda: os.path.exists(f"{self.folder}/munge.socket"))
        self.start("slurmctld", "-D", "-f", self.conf)
        for node in ("n1", "n2"):
            self.start("slurmd", "-D", "-N", node, "-f", self.conf)
        self.wait_for(lambda: self.says("sinfo", "-h", "-o", "%T").split() == ["idle"])

    def start(self, *words):
        with open(f"{self.folder}/{words[0]}.out", "a") as out:
            self.daemons.append(subprocess.Popen(["/usr/sbin/" + words[0], *words[1:]], stdout=out, stderr=out,
                                                 env=self.environment, cwd=self.folder))

    def says(self, *words):
        return subprocess.run(words, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout

    def wait_for(self, is_so):
        deadline = time.monotonic() + 60
        while not is_so():
            if time.monotonic() > deadline:
                raise RuntimeError("Slurm does not start: " + self.says("sinfo"))
            time.sleep(0.1)

    def stop(self):
        self.says("scancel", "--full", "-u", "root")
        for daemon in reversed(self.daemons):
            daemon.send_signal(signal.SIGTERM)
        for daemon in self.daemons:
            try:
                daemon.wait(20)
            except subprocess.TimeoutExpired:
                daemon.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


if __name__ == "__main__":
    slurm = Slurm()
    try:
        status = subprocess.run(sys.argv[1:], env=slurm.environment).returncode
    finally:
        slurm.stop()
    sys.exit(status)
