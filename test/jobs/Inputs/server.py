#!/usr/bin/env python3
"""server.py COMMAND... - runs the command with $URL, the database of a PostgreSQL server of its own: in a temporary folder, on
a Unix socket, as another user where we are root. $CONF: more of its configuration. It ends with the command, and leaves nothing. As a module: Server."""
import contextlib
import glob
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from process import below

CONF = """
listen_addresses = ''
unix_socket_directories = '{folder}'
max_connections = 60
shared_buffers = 32MB
autovacuum_naptime = 5s
{more}
"""


def programs():
    """The newest one that is installed, or None."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[4]))
    return found[-1] if found else None


class Server:
    def __init__(self, more="", prepare=None):
        self.folder = tempfile.mkdtemp(prefix="mcmini-pg-", dir="/tmp")
        if prepare:
            prepare(self.folder)
        self.as_user = []
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
            self.as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        self.data = f"{self.folder}/data"
        self.call("initdb", "-D", self.data, "-A", "trust", "-U", "mcmini", "--no-sync", "-E", "UTF8", "--locale=C",
                  "--wal-segsize=1")
        with open(f"{self.data}/postgresql.conf", "a") as file:
            file.write(CONF.format(folder=self.folder, more=more))
        self.start()

    def call(self, name, *words, check=True):
        run = subprocess.run([*self.as_user, f"{programs()}/{name}", *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             stdin=subprocess.DEVNULL, text=True, cwd="/")
        if check and run.returncode:
            raise RuntimeError(f"{name}: {run.stdout}")
        return run.stdout

    def start(self):
        self.call("pg_ctl", "-D", self.data, "-w", "-l", f"{self.folder}/log", "start")

    def process(self):
        with open(f"{self.data}/postmaster.pid") as file:
            return int(file.readline())

    def kill(self):
        """All its processes, as a power cut does. While one of them is there, dead or not, a server does not start."""
        first = self.process()
        os.kill(first, signal.SIGSTOP)  # it makes no more of them
        processes = [first, *below(first)]
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        while any(os.path.exists(f"/proc/{process}") for process in processes):
            time.sleep(0.01)

    def url(self, run="run"):
        return f"postgresql://mcmini@/postgres/{run}?host={self.folder}"

    def sql(self, text):
        """Lines of values, by psql."""
        return subprocess.run([f"{programs()}/psql", "-XAtq", "-h", self.folder, "-U", "mcmini", "-d", "postgres", "-c", text],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout

    def users(self):
        """How many connections there are."""
        return self.sql("SELECT count(*) FROM pg_stat_activity WHERE datname IS NOT NULL AND pid <> pg_backend_pid()").strip()

    def stop(self):
        self.call("pg_ctl", "-D", self.data, "-m", "immediate", "-w", "stop", check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


if __name__ == "__main__":
    with Server(os.environ.get("CONF", "")) as server:
        words = {"URL": server.url(), "PSQL": f"{programs()}/psql -XAtq -h {server.folder} -U mcmini -d postgres"}
        status = subprocess.run(sys.argv[1:], env={**os.environ, **words}).returncode
    sys.exit(status)
