// The least that can say who is signed in: a bare Hono handler that verifies a JSON Web Token and
// reads one row by a prepared statement. Arguments: database file, key. Prints its port.

import { Database } from "bun:sqlite";
import { Hono } from "hono";
import { verify } from "hono/jwt";

const [file = "", key = ""] = process.argv.slice(2);
type Row = {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  role: string;
  promoReceivedDate: string | null;
};
const find = new Database(file, { readonly: true }).prepare<Row, [string]>(
  `select id, email, first_name as firstName, last_name as lastName, role,
   promo_received_at as promoReceivedDate from users where id = ?`,
);

const app = new Hono();
app.get("/api/Auth/me", async (c) => {
  const token = c.req.header("authorization")?.slice("Bearer ".length) ?? "";
  const { sub } = await verify(token, key, "HS256");
  const user = find.get(String(sub));
  return user === null ? c.body(null, 401) : c.json({ ...user, roles: [user.role] });
});
const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: app.fetch });
process.stdout.write(`${server.port}\n`);
