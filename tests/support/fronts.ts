import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "#scripts/client/places.ts";
import { findCaddy, findNginx } from "#scripts/find-proxies.ts";
import { freePort } from "#scripts/free-port.ts";
import { afterThisTest } from "./cleanup.ts";
import { until } from "./until.ts";

/** The host name in the files of `deploy`. */
export const SITE_HOST = "community.example";

/** A proxy that ends TLS in front of a site, as a file of `deploy` says. */
export type Front = {
  httpPort: number;
  httpsPort: number;
  /** All that it has written. */
  logs: () => Promise<string>;
};

/** Puts what a test has in the place of what an owner has. @throws where that is not there. */
const replaced = (text: string, changes: readonly (readonly [RegExp, string])[]): string => {
  let result = text;
  for (const [from, to] of changes) {
    if (result.match(from) === null) throw new Error(`The file does not say ${String(from)}.`);
    result = result.replaceAll(from, () => to);
  }
  return result;
};

const frontFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), "lynxden-front-"));
  afterThisTest(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

const textOf = async (path: string) => {
  const file = Bun.file(path);
  return (await file.exists()) ? await file.text() : "";
};

const isListening = async (port: number) => {
  try {
    const socket = await Bun.connect({ hostname: "127.0.0.1", port, socket: { data() {} } });
    socket.end();
    return true;
  } catch {
    return false;
  }
};

/** Starts a program that writes to `boot.log`, and waits until it listens; it ends with the test. */
const startFront = async (
  folder: string,
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  port: number,
) => {
  const log = Bun.file(join(folder, "boot.log"));
  const child = Bun.spawn([...command], {
    cwd: folder,
    env: { PATH: "/usr/bin:/bin", HOME: folder, ...env },
    stdio: ["ignore", log, log],
  });
  afterThisTest(async () => {
    child.kill("SIGTERM");
    await child.exited;
  });
  await until(async () => {
    if (child.exitCode !== null)
      throw new Error(`${command[0]} ended: ${await textOf(join(folder, "boot.log"))}`);
    return await isListening(port);
  });
};

const SELF_SIGNED =
  `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=${SITE_HOST}`.split(
    " ",
  );

const makeCertificate = async (folder: string) => {
  const files = ["-keyout", join(folder, "key.pem"), "-out", join(folder, "certificate.pem")];
  const made = Bun.spawn([...SELF_SIGNED, ...files], { stdio: ["ignore", "ignore", "pipe"] });
  if ((await made.exited) !== 0) throw new Error(await new Response(made.stderr).text());
};

const TEMPORARY = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];

/** nginx as `deploy/nginx.conf` says, on free ports, with a certificate of its own. */
export const startNginx = async (program: string, instances: readonly number[]): Promise<Front> => {
  const folder = await frontFolder();
  await makeCertificate(folder);
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  const servers = instances.map((port) => `    server 127.0.0.1:${port} max_fails=0;\n`).join("");
  const site = replaced(await Bun.file(join(ROOT, "deploy/nginx.conf")).text(), [
    [/^ {4}server 127\.0\.0\.1:3000 max_fails=0;\n/gm, servers],
    [/^ *listen \[::\].*\n/gm, ""],
    [/listen 80;/g, `listen 127.0.0.1:${httpPort};`],
    [/listen 443 /g, `listen 127.0.0.1:${httpsPort} `],
    [/\/var\/log\/nginx\//g, `${folder}/`],
    [/\/etc\/letsencrypt\/live\/community\.example\/fullchain\.pem/g, `${folder}/certificate.pem`],
    [/\/etc\/letsencrypt\/live\/community\.example\/privkey\.pem/g, `${folder}/key.pem`],
  ]);
  const user = process.getuid?.() === 0 ? "user root;\n" : "";
  const temporary = TEMPORARY.map((name) => `${name}_temp_path ${folder}/${name};\n`).join("");
  await Bun.write(
    join(folder, "nginx.conf"),
    `${user}daemon off;\nworker_processes 1;\npid ${folder}/pid;\nevents {}\nhttp {\n${temporary}${site}}\n`,
  );
  const command = [program, "-c", join(folder, "nginx.conf"), "-p", folder];
  await startFront(folder, [...command, "-e", join(folder, "boot.log")], {}, httpsPort);
  const names = ["lynxden.log", "lynxden.error.log", "boot.log"];
  return {
    httpPort,
    httpsPort,
    logs: async () =>
      (await Promise.all(names.map((name) => textOf(join(folder, name))))).join("\n"),
  };
};

/** Caddy as `deploy/Caddyfile` says, on free ports, with certificates that it makes itself. */
const startCaddy = async (program: string, instances: readonly number[]): Promise<Front> => {
  const folder = await frontFolder();
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  const own = `local_certs\n\tskip_install_trust\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}`;
  const text = replaced(await Bun.file(join(ROOT, "deploy/Caddyfile")).text(), [
    [
      /admin off/g,
      `admin off\n\t${own}\n\tdefault_bind 127.0.0.1\n\tstorage file_system ${folder}`,
    ],
  ]);
  await Bun.write(join(folder, "Caddyfile"), text);
  await mkdir(join(folder, "config"));
  const env = {
    SITE_ADDRESS: SITE_HOST,
    SITE_UPSTREAM: instances.map((port) => `127.0.0.1:${port}`).join(" "),
    XDG_CONFIG_HOME: join(folder, "config"),
  };
  await startFront(folder, [program, "run", "--config", "Caddyfile"], env, httpsPort);
  return { httpPort, httpsPort, logs: () => textOf(join(folder, "boot.log")) };
};

/** The proxies that the files of `deploy` are for, and how each starts; null: not on this machine. */
export const FRONTS = [
  { name: "nginx", program: await findNginx(), start: startNginx },
  { name: "Caddy", program: await findCaddy(), start: startCaddy },
] as const;
