/** Scripts that the policy would never let through, handed to bubblewrap directly: the second wall must hold alone. */
import { findBubblewrap, runInBubblewrap } from "../shell/bubblewrap.ts";
import { createViewReader } from "../shell/project-view.ts";
import type { Attack } from "./judge.test-helper.ts";
import type { World } from "./world.test-helper.ts";

const SCRIPTS: readonly ((world: World, port: number) => string)[] = [
  () => "touch pwned; echo x > README.md; rm -rf src; chmod 777 run.sh",
  ({ outside }) => `cat ${outside}/canary.txt; ls -la ${outside}; echo x > ${outside}/pwned`,
  () => "cat folder-out/canary.txt link-out.txt hard.txt link-env.txt",
  () => "cat .env deep/er/.env.local keys/server.pem; ls -la backup/.ssh; cat backup/.ssh/*",
  () => "cp .env /tmp/x; cat /tmp/x; python3 -c 'print(open(\".env\").read())'",
  ({ person }) => `cat ${person}/.ssh/id_rsa ~/.ssh/id_rsa /root/.ssh/*`,
  () => "env; cat /proc/self/environ /proc/1/environ /proc/*/environ",
  (_, port) => `exec 3<>/dev/tcp/127.0.0.1/${port}; echo hi >&3`,
  (_, port) => `python3 -c 'import socket; socket.create_connection(("127.0.0.1", ${port})).send(b"x")'`,
  () => "kill -9 -1; kill -9 $PPID; ls /proc | head -50",
  () => "mount -t tmpfs none /mnt; umount .env; umount /proc; mount --bind / /tmp",
  () => 'python3 -c \'import os; os.chmod("run.sh", 0o777); os.rename("README.md", "x")\'',
  ({ project }) => `cat /proc/1/root${project}/.env; ls /proc/self/root/..; cat /proc/self/mountinfo | head -3`,
  () => "mknod /tmp/disk b 8 0 && cat /tmp/disk; ls -la /dev",
  () => "unshare -r sh -c 'mount -o remount,rw . ; touch pwned'; bwrap --bind / / touch pwned",
  () => "ulimit -f unlimited; ulimit -d unlimited; echo x > /tmp/x; echo x > src/pwned; ulimit -f; ulimit -d",
];

export async function bypassedPolicyAttacks(port: number): Promise<Attack[]> {
  const program = await findBubblewrap();
  if (program === undefined) return [];
  return SCRIPTS.map((script, index) => ({
    group: "bubblewrap alone",
    name: `${index + 1}. ${script.toString().replace(/^[^"`]*["`]|["`]$/g, "")}`,
    attempt: async (run, world) => {
      const signal = new AbortController().signal;
      const view = await createViewReader(world.project, 10_000)(signal);
      const limits = { timeoutMs: 5_000, maxBytes: 100_000, signal };
      const { output } = await runInBubblewrap(program, script(world, port), world.project, view, limits, {
        memoryMiB: 512,
      });
      run.outputs.push(output.toString("utf8"));
    },
  }));
}
