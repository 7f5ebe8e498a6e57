import type { TestApp } from "./app.ts";

/** Firefox on Windows. */
const USER_AGENT =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** The routes of a site in this process, or a way to one that runs elsewhere. */
type AnySite = Pick<TestApp, "fetch"> & {
  deps: { config: Pick<TestApp["deps"]["config"], "publicUrl"> };
};

export type HttpClient = {
  /** The token that this browser holds; null where it is signed out. */
  token: string | null;
  /** What the browser keeps, by name. */
  cookies: Map<string, string>;
  /** One request to a route. A body is sent as JSON. */
  ask(method: string, path: string, body?: unknown): Promise<Response>;
  /** Logs in through the route, and keeps the token. */
  login(email: string, password: string): Promise<Response>;
};

/**
 * Somebody with a browser at an address: it keeps cookies, and the newest token.
 * @param cookies that the browser has already, by name.
 */
export const httpClient = (
  app: AnySite,
  address = "203.0.113.7",
  cookies: Map<string, string> = new Map(),
): HttpClient => {
  const keep = (line: string) => {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    cookies.set(name, value);
  };
  const self: HttpClient = {
    token: null,
    cookies,
    async ask(method, path, body) {
      const headers = new Headers({ "user-agent": USER_AGENT });
      if (cookies.size > 0)
        headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
      if (self.token !== null) headers.set("authorization", `Bearer ${self.token}`);
      if (body !== undefined) headers.set("content-type", "application/json");
      const request = new Request(new URL(path, app.deps.config.publicUrl), {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const response = await app.fetch(request, { requestIP: () => ({ address }) });
      for (const line of response.headers.getSetCookie()) keep(line);
      self.token = response.headers.get("x-auth-token") ?? self.token;
      return response;
    },
    async login(email, password) {
      const response = await self.ask("POST", "/api/Auth/login", { email, password });
      if (response.ok) self.token = ((await response.clone().json()) as { token: string }).token;
      return response;
    },
  };
  return self;
};
