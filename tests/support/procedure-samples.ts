import type { SiteProcedure } from "#server/http/rest/rows/site-row.ts";
import { TICKET, type World } from "./access-world.ts";
import { PASSWORD } from "./accounts.ts";
import { PLAYER } from "./bridge.ts";
import { one, POINTS, PROMO } from "./shop.ts";

/** What a plugin would send about a player. */
const transfer = () => ({
  ...PLAYER,
  game: "ark-se",
  points: 5,
  reason: "Boss fight",
  idempotencyKey: crypto.randomUUID(),
});

type Sample = {
  /** What the member, whom it is about, would send. */
  input?: (world: World) => Record<string, unknown>;
  /** What whoever is let in is answered, 200 unless it is said. */
  status?: number;
  /** What members are answered whom it is not about; the same unless it is said. */
  others?: number;
  /**
   * What an Admin is answered, where what is the member's is shown to Admins or theirs to change: a
   * success is allowed to.
   */
  admin?: number;
};

/** A call of every procedure: one that is new does not compile until it stands here. */
export const SAMPLES: Record<SiteProcedure, Sample> = {
  "accounts.login": { input: ({ member }) => ({ email: member.email, password: PASSWORD }) },
  "accounts.register": { input: () => ({ firstName: "Ada" }), status: 400 },
  "accounts.me": {},
  "accounts.verifyEmail": { input: () => ({ code: "unknown" }), status: 400 },
  "accounts.resendVerification": { input: () => ({ email: "nobody@example.test" }) },
  "accounts.requestPasswordReset": { input: () => ({ email: "nobody@example.test" }) },
  "accounts.correctEmail": {
    input: ({ member }) => ({
      email: member.email,
      newEmail: "other@example.test",
      password: PASSWORD,
    }),
    status: 409,
  },
  "accounts.requestBrowserLink": { input: () => ({ email: "nobody@example.test" }) },
  "accounts.confirmBrowser": { input: () => ({ code: "unknown" }), status: 400 },
  "accounts.resetPassword": {
    input: () => ({ token: "unknown", newPassword: PASSWORD, confirmPassword: PASSWORD }),
    status: 400,
  },
  "accounts.update": { input: () => ({ firstName: "Grace" }) },
  "accounts.deactivate": {},
  "accounts.logout": {},
  "accounts.sessions": {},
  "accounts.endSession": { input: ({ member }) => ({ id: member.session.id }), others: 404 },
  "accounts.endOtherSessions": {},
  // What is done is done to others than the member, who asks last.
  "administration.users": { input: () => ({}) },
  "administration.member": { input: ({ bystander }) => ({ id: bystander }) },
  "administration.today": { input: () => ({ days: 30 }) },
  "administration.find": { input: () => ({ text: "Ada" }) },
  "administration.promote": { input: ({ bystander }) => ({ id: bystander }) },
  "administration.demote": { input: ({ bystander }) => ({ id: bystander }) },
  "administration.deactivate": { input: ({ bystander }) => ({ id: bystander }) },
  "administration.reactivate": { input: ({ closed }) => ({ id: closed }) },
  "administration.endSessions": { input: ({ bystander }) => ({ id: bystander }) },
  "administration.audit": { input: () => ({}) },
  "administration.providers": {},
  "members.profile": {},
  "members.membership": {},
  "members.overview": {},
  "members.visitDiscord": {},
  "members.people": { input: () => ({}), admin: 200 },
  "members.setMarketingConsent": { input: () => ({ allowMarketingEmails: true }) },
  "links.discordClient": {},
  "links.discordProof": {},
  "links.steamKey": { status: 403 },
  "links.list": {},
  "links.discord": {},
  "links.steam": { status: 404 },
  "links.minecraft": { status: 404 },
  "links.epic": { status: 404 },
  "links.linkDiscord": { input: () => ({ discordId: "1182639400182374401" }), status: 400 },
  "links.linkSteam": { input: () => ({ steamId: "76561198000000001" }), status: 400 },
  "links.linkMinecraft": {
    input: () => ({ minecraftUuid: "069a79f444e94726a5befca90e38aaf5" }),
    status: 400,
  },
  "links.linkEpic": { input: () => ({ eosId: "5f2c1c7a9be04d53a1d7c2f0a3b4e601" }), status: 400 },
  "links.unlink": { input: () => ({ platform: "steam" }), status: 400 },
  "messages.list": { input: ({ ticket }) => ({ ticketId: ticket }), others: 404, admin: 200 },
  "messages.send": {
    input: ({ ticket }) => ({ messageGroupId: ticket, content: "Hello" }),
    others: 404,
    admin: 200,
  },
  "notifications.list": { input: () => ({}) },
  "notifications.unread": {},
  "notifications.markRead": {
    input: ({ notification }) => ({ notificationId: notification }),
    others: 404,
  },
  "notifications.markAllRead": {},
  "notifications.markTicketRead": { input: ({ ticket }) => ({ ticketId: ticket }) },
  "notifications.create": {
    input: () => ({ subject: "News", message: "Soon.", isGlobal: true }),
  },
  "notifications.remove": { input: ({ notification }) => ({ id: notification }), admin: 200 },
  "notifications.sent": { input: () => ({}) },
  // It was written by the site.
  "notifications.withdraw": { input: ({ notification }) => ({ id: notification }), status: 404 },
  "notifications.targets": { input: () => ({}) },
  "calendar.upcoming": { input: () => ({}) },
  "calendar.entries": { input: () => ({}) },
  "calendar.save": {
    input: () => ({
      id: null,
      revision: 0,
      kind: "event",
      title: "Night of the meteors",
      text: "",
      servers: [],
      begins: "2030-01-01T18:00:00.000Z",
      minutes: 60,
      repeat: "never",
      repeatUntil: null,
      rates: [],
    }),
  },
  "calendar.remove": { input: () => ({ id: 1 }), status: 404 },
  "maintenance.begin": { input: () => ({ reason: "We move.", expectedEnd: null }) },
  "maintenance.end": {},
  "news.list": { input: () => ({}) },
  "news.post": { input: () => ({ slug: "nothing" }), status: 404 },
  "news.pinned": {},
  "news.written": { input: () => ({}) },
  "news.source": { input: () => ({ id: 1 }), status: 404 },
  "news.preview": { input: () => ({ text: "Soon." }) },
  "news.save": {
    input: () => ({
      id: null,
      revision: 0,
      title: "News",
      summary: "Soon.",
      text: "Soon.",
      publishAt: null,
      pinnedFrom: null,
      pinnedUntil: null,
      notifies: false,
    }),
  },
  "news.remove": { input: () => ({ id: 1 }), status: 404 },
  "tickets.list": { input: () => ({ status: "Open" }), admin: 200 },
  "tickets.counts": {},
  "tickets.byId": { input: ({ ticket }) => ({ id: ticket }), others: 404, admin: 200 },
  "tickets.history": { input: ({ ticket }) => ({ id: ticket }), others: 404, admin: 200 },
  "tickets.options": {},
  "tickets.create": { input: () => TICKET },
  "tickets.edit": { input: ({ ticket }) => ({ ...TICKET, id: ticket }), others: 404, admin: 403 },
  // The Admin, who asks first, has closed it.
  "tickets.close": {
    input: ({ ticket }) => ({ id: ticket }),
    status: 409,
    others: 404,
    admin: 200,
  },
  "tickets.restore": {
    input: ({ ticket }) => ({ id: ticket }),
    status: 409,
    others: 404,
    admin: 409,
  },
  "tickets.assign": { input: ({ ticket }) => ({ id: ticket }), admin: 200 },
  "points.statement": {
    input: ({ member }) => ({ userId: member.id }),
    others: 404,
    admin: 200,
  },
  "points.export": { input: ({ member }) => ({ userId: member.id }), others: 404, admin: 200 },
  "points.edit": {
    input: ({ bystander }) => ({ userProfileId: bystander, oldPoints: 0, points: 5 }),
  },
  "points.change": {
    input: ({ bystander }) => ({ userProfileId: bystander, delta: 5 }),
  },
  "shop.packages": {},
  "shop.createBasket": { input: () => ({ items: [one(POINTS)] }) },
  "shop.signInLinks": { input: ({ shop: { ident } }) => ({ ident }), others: 404 },
  "shop.addPackage": {
    input: ({ shop: { ident } }) => ({ ident, ...one(POINTS) }),
    others: 404,
  },
  "shop.updateBasket": {
    input: ({ shop: { ident } }) => ({ ident, items: [one(POINTS)] }),
    others: 404,
  },
  "shop.closeBasket": { input: ({ shop: { ident } }) => ({ ident }), others: 404 },
  "shop.obstacles": { input: () => ({}) },
  "shop.basket": { input: ({ shop: { ident } }) => ({ ident }), others: 404 },
  "shop.promoStatus": {},
  "shop.claimPromo": { input: () => ({ packageId: PROMO }), status: 409 },
  "orders.mine": { input: () => ({}) },
  "orders.subscription": {},
  "orders.all": { input: () => ({}) },
  "orders.events": { input: () => ({}) },
  "orders.flags": { input: () => ({}) },
  "orders.trouble": {},
  "orders.replay": { input: ({ shop }) => ({ id: shop.eventId }) },
  // Tebex does not say that it is paid.
  "orders.confirm": { input: ({ shop: { orderId } }) => ({ orderId }), status: 409 },
  "orders.confirmPayment": { input: () => ({ paymentId: 7_000_000 }), status: 404 },
  "orders.resolveFlag": { input: ({ shop }) => ({ id: shop.flagId }) },
  "bridge.keys": { input: () => ({}) },
  "bridge.keysOf": { input: ({ bystander }) => ({ id: bystander }) },
  "bridge.makeKey": {
    input: () => ({ name: "Craft", scopes: ["points:read"], games: ["minecraft"] }),
  },
  "bridge.revokeKey": { input: ({ bridgeKeyId }) => ({ id: bridgeKeyId }) },
  "bridge.player": { input: () => PLAYER },
  "bridge.balance": { input: () => PLAYER },
  // There is nothing to spend yet.
  "bridge.spend": { input: transfer, status: 409 },
  "bridge.earn": { input: transfer },
  "bridge.reportPresence": { input: () => ({ game: "ark-se", players: [PLAYER] }) },
  "bridge.vote": {
    input: () => ({ game: "rust", serviceName: "s", username: PLAYER.playerId, timestamp: 1 }),
  },
  "bridge.deliveries": { input: () => ({ game: "ark-se" }) },
  "bridge.acknowledge": { input: () => ({ game: "ark-se", ids: [1] }) },
  "community.page": { input: () => ({ key: "imprint" }) },
  "community.privacy": {},
  "community.rules": {},
  "community.site": {},
  "site.overview": {},
  "site.section": { input: () => ({ section: "brand" }) },
  "site.saveDraft": {
    input: () => ({ section: "texts", content: { login: "Hi" }, basedOn: 0, revision: 0 }),
  },
  "site.discardDraft": { input: () => ({ section: "texts" }) },
  "site.check": {},
  "site.changes": {},
  // There is no draft.
  "site.publish": {
    input: () => ({ sections: ["texts"], note: "", version: 0 }),
    admin: 409,
  },
  "site.merge": { input: () => ({ section: "texts", take: "both", revision: 1 }), admin: 409 },
  "site.versions": { input: () => ({}) },
  "site.version": { input: () => ({ id: 1_000_000 }), admin: 404 },
  "site.restore": { input: () => ({ id: 1_000_000, note: "" }), admin: 404 },
  "site.previewConfig": {},
  // Nothing listens there, which is an answer.
  "servers.askNow": { input: () => ({ protocol: "minecraft", host: "127.0.0.1", port: 1 }) },
  "servers.board": { input: () => ({ game: "ark-se" }) },
  "servers.status": { input: () => ({ game: "ark-se" }) },
  "servers.history": { input: () => ({ game: "ark-se" }) },
  "servers.past": { input: () => ({ key: "eco", range: "7d" }) },
  "servers.summary": {},
};

// The keys are the router's own, which the access tests prove.
export const PROCEDURES = Object.keys(SAMPLES) as SiteProcedure[];
