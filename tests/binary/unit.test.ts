import { expect, test } from "bun:test";
import { chmod, chown, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "#scripts/client/places.ts";
import { freePort } from "#scripts/free-port.ts";
import { startSite } from "#scripts/site-process.ts";
import { folderWithBinary } from "#tests/support/binary.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { readUnit } from "#tests/support/unit-file.ts";

const UNIT = join(ROOT, "deploy/lynxden.service");
const LIMIT_MS = 120_000;
/** Tenths of systemd's points, of which 100 say that a service may do anything. */
const EXPOSURE_MAX = "20";
const SOMEBODY = 10_001;

const isCi = process.env["CI"] === "true";
const succeeds = (...command: string[]) =>
  Bun.spawnSync(command, { stdio: ["ignore", "ignore", "ignore"] }).exitCode === 0;
const hasSystemd = Bun.which("systemd-analyze") !== null;
/** As root, where this may be: a container may have been denied it. */
const canRestrict =
  process.getuid?.() === 0 &&
  Bun.which("setpriv") !== null &&
  succeeds("unshare", "--mount", "mount", "--make-rprivate", "/");

const analyze = (...command: string[]) => {
  const { exitCode, stdout, stderr } = Bun.spawnSync(["systemd-analyze", ...command]);
  return { exitCode, said: `${stdout.toString()}${stderr.toString()}` };
};

test.skipIf(!hasSystemd && !isCi)(
  "systemd understands the unit, and finds it well confined",
  async () => {
    const folder = await folderWithBinary();
    const program = join(folder, "lynxden");
    const copy = join(folder, "lynxden.service");
    // A unit is only right where its program is there.
    await Bun.write(
      copy,
      (await Bun.file(UNIT).text()).replaceAll("/usr/local/bin/lynxden", program),
    );
    expect(analyze("verify", copy)).toEqual({ exitCode: 0, said: "" });
    const exposure = analyze("security", "--offline=true", `--threshold=${EXPOSURE_MAX}`, copy);
    expect([exposure.exitCode, exposure.said]).toEqual([0, exposure.said]);
  },
);

/**
 * What the unit allows, by what systemd itself would use: everything can only be read but the data and
 * an own /tmp, homes are empty, and nobody has a capability or can get one.
 */
const CONFINED = `set -eu
mount --make-rprivate /
mount --bind "$DATA_DIR" "$DATA_DIR"
mount --rbind / /mnt
mount -o remount,bind,ro /mnt
mount -t tmpfs tmpfs /mnt/tmp
mkdir -p "/mnt$DATA_DIR" "/mnt$(dirname "$PROGRAM")"
touch "/mnt$PROGRAM"
mount --bind "$DATA_DIR" "/mnt$DATA_DIR"
mount --bind "$PROGRAM" "/mnt$PROGRAM"
for home in root home; do [ ! -d "/mnt/$home" ] || mount -t tmpfs -o ro tmpfs "/mnt/$home"; done
exec chroot /mnt setpriv --no-new-privs --reuid=${SOMEBODY} --regid=${SOMEBODY} --clear-groups \\
  --inh-caps=-all --bounding-set=-all "$@"`;

const confined = (...command: string[]) =>
  ["unshare", "--mount", "sh", "-c", CONFINED, "sh"].concat(command);

test.skipIf(!canRestrict && !isCi)(
  "the site serves where it can write to its data alone and gain no privilege, as its unit has it",
  async () => {
    const unit = readUnit(await Bun.file(UNIT).text());
    const says = (keys: readonly string[]) => keys.map((key) => unit.one(key));
    expect(says(["ProtectSystem", "ProtectHome", "PrivateTmp"])).toEqual([
      "strict",
      "true",
      "true",
    ]);
    expect(says(["NoNewPrivileges", "CapabilityBoundingSet"])).toEqual(["true", ""]);

    const folder = await folderWithBinary();
    await chmod(folder, 0o755);
    const dataDir = join(folder, "data");
    await mkdir(dataDir, { mode: 0o700 });
    await chown(dataDir, SOMEBODY, SOMEBODY);
    const program = join(folder, "lynxden");
    const port = String(await freePort());
    const env = { PORT: port, HOST: "127.0.0.1", DATA_DIR: dataDir, PROGRAM: program };
    const attempt = (path: string) =>
      Bun.spawnSync(confined("touch", path), { env: { ...process.env, ...env } }).exitCode === 0;
    expect([`${dataDir}/x`, "/tmp/x"].map(attempt)).toEqual([true, true]);
    expect(["/usr/x", "/etc/x", "/var/x", "/root/x", `${folder}/x`].map(attempt)).toEqual(
      Array<boolean>(5).fill(false),
    );

    const site = await startSite({
      command: confined(program, "serve"),
      cwd: folder,
      env: { ...env, DATABASE_URL: "", LOG_LEVEL: "error" },
    });
    afterThisTest(() => site.kill());
    const page = await fetch(`http://127.0.0.1:${port}/`, { headers: { accept: "text/html" } });
    expect(page.status).toBe(200);
    expect(await site.stop()).toBe(0);
  },
  LIMIT_MS,
);
