import { describe, expect, test } from "bun:test";
import { PERSON_NAME } from "#shared/account-messages.ts";
import { holdsLink } from "#shared/rules/account-fields.ts";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { testApp } from "#tests/support/app.ts";
import { httpClient } from "#tests/support/http-client.ts";
import { mailedSite } from "#tests/support/mailed-site.ts";
import { call, registrant, queuedMails } from "#tests/support/registration.ts";

const LINKS = [
  "Your prize: https://evil.example/claim",
  "http://evil.example",
  "//evil.example",
  "evil.example",
  "EVIL.EXAMPLE",
  "Win at evil.example!",
  "(evil.example)",
  "evil.example.",
  "bit.ly",
  "t.me",
  "x.Bet",
  "dr.Click",
  "пример.рф",
  "www.evil",
  "see WWW.evil",
  "198.51.100.7",
  "ada@evil.example",
  "@ada",
  "a/b",
  "a\\b",
  // Written with signs of other alphabets, or with signs that nobody sees.
  "ada＠evil",
  "ada﹠﹫evil",
  "a／b",
  "a∕b",
  "a⁄b",
  "a⧸b",
  "evil。example",
  "evil．example",
  "evil․example",
  "evil\u200b.exam\u00adple",
  "℀",
];

const NAMES = [
  "Ada",
  "J. R.",
  "J.R.",
  "J.R.R. Tolkien",
  "J.R.R.Tolkien",
  "St.John",
  "St. John-Smith",
  "Mr.Moustache",
  "Jr.",
  "M.D.",
  "Ph.D.",
  "O'Neill",
  "O’Neill",
  "Anne-Marie",
  "d'Arc, Jeanne",
  "van der Berg",
  "Łukasz",
  "李小龍",
  "محمد",
  "X Æ A-12",
  "Lynx 3.0",
  "...",
  "Wait...",
];

const ACCOUNT_ROW = "/api/Auth/update-account";

test.each(LINKS)("a name cannot carry a link into a mail: %p", (name) => {
  expect(holdsLink(name)).toBe(true);
});

test.each(NAMES)("a person's own name is no link: %p", (name) => {
  expect(holdsLink(name)).toBe(false);
});

describe("whoever registers", () => {
  test("cannot have a name with a link, on either transport, and is told which one", async () => {
    const app = await testApp();
    const eve = await registrant(app);
    for (const [field, sentence] of [
      ["firstName", PERSON_NAME.firstHoldsLink],
      ["lastName", PERSON_NAME.lastHoldsLink],
    ] as const)
      for (const name of LINKS) {
        const answer = { status: 400, reply: sentence };
        expect(await eve.register({ [field]: name })).toEqual(answer);
        const row = await eve.ask("POST", "/api/Auth/register", { ...eve.form, [field]: name });
        expect(row.status).toBe(400);
        expect(await row.json()).toMatchObject({ message: sentence });
      }
    expect(await queuedMails(app)).toEqual([]);
    expect(await eve.register({ firstName: "J. R.", lastName: "St.John" })).toMatchObject({
      status: 200,
    });
  });

  test("cannot send a word of theirs to somebody else's mailbox", async () => {
    const { app, delivered } = await mailedSite();
    const words = { firstName: "Prizewinner", lastName: "Callnow" };
    const eve = await registrant(app, { email: "victim@example.test" });
    expect(await eve.register(words)).toMatchObject({ status: 200 });
    const email = "victim@example.test";
    await call(eve, "accounts.resendVerification", { email });
    await call(eve, "accounts.requestPasswordReset", { email });
    const mails = await delivered();
    expect(mails.map(({ subject }) => subject.split(" ").slice(0, 2).join(" ")).toSorted()).toEqual(
      // The first code was replaced before its mail was sent.
      ["Confirm your", "Set a"],
    );
    for (const mail of mails) {
      expect(mail.to).toBe(email);
      expect(JSON.stringify(mail)).not.toMatch(/prizewinner|callnow|ada frost/i);
      expect(mail.text).toContain("\nHi,\n");
    }
    expect(JSON.stringify(await queuedMails(app))).not.toMatch(/prizewinner|callnow/i);
  });
});

describe("a member", () => {
  test("cannot take a name with a link, on either transport, and is told which one", async () => {
    const app = await testApp();
    const { email } = await addMember(app.deps);
    const eve = httpClient(app);
    await eve.login(email, PASSWORD);
    for (const [field, sentence] of [
      ["firstName", PERSON_NAME.firstHoldsLink],
      ["lastName", PERSON_NAME.lastHoldsLink],
    ] as const)
      for (const name of ["https://evil.example", "evil.example", "ada＠evil", "a∕b"]) {
        const answer = { status: 400, reply: sentence };
        expect(await call(eve, "accounts.update", { [field]: name })).toEqual(answer);
        const row = await eve.ask("PUT", ACCOUNT_ROW, { [field]: name });
        expect([row.status, await row.text()]).toEqual([400, sentence]);
      }
    const kept = await eve.ask("GET", "/api/Auth/me");
    expect(await kept.json()).toMatchObject({ firstName: "Ada", lastName: "Lynx" });
  });

  test("who has had such a name for long can still change the password", async () => {
    const app = await testApp();
    const { email } = await addMember(app.deps, { firstName: "Ada/Eve" });
    const ada = httpClient(app);
    await ada.login(email, PASSWORD);
    const changes = {
      firstName: "Ada/Eve",
      currentPassword: PASSWORD,
      newPassword: "Lynx!2026more",
      confirmNewPassword: "Lynx!2026more",
    };
    expect(await call(ada, "accounts.update", changes)).toMatchObject({ status: 200 });
  });

  test("who has proven the address is greeted by name", async () => {
    const { app, delivered } = await mailedSite();
    const { email } = await addMember(app.deps);
    await call(httpClient(app), "accounts.requestPasswordReset", { email });
    const [mail] = await delivered();
    expect(mail?.text).toContain("Hi Ada,");
  });
});
