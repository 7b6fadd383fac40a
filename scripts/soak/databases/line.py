"""A line to a database, which may be late or cut."""

import socket
import threading
import time

from databases.database import PORT


class Line:
    """What a server's connections to the database go through: it may be late, or be cut."""

    def __init__(self, folder, database):
        self.folder, self.target, self.delay, self.pairs = folder, str(database.folder / f".s.PGSQL.{PORT}"), 0.0, set()
        self.lock = threading.Lock()
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(folder / f".s.PGSQL.{PORT}"))
        self.listener.listen(64)
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            near, _ = self.listener.accept()
            far = socket.socket(socket.AF_UNIX)
            try:
                far.connect(self.target)
            except OSError:
                near.close()
                continue
            with self.lock:
                self.pairs.add((near, far))
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self.carry, args=(one, other), daemon=True).start()

    def carry(self, one, other):
        try:
            while piece := one.recv(4096):
                time.sleep(self.delay)
                other.sendall(piece)
        except OSError:
            pass
        self.close(one, other)

    @staticmethod
    def close(*ends):
        for end in ends:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self):
        with self.lock:
            pairs, self.pairs = self.pairs, set()
        for pair in pairs:
            self.close(*pair)
