import type { SetupStep, TrialFailure, TriedProvider } from "#shared/constants/setup.ts";
import { numberText } from "#shared/rules/format.ts";

/** The wizard under Admin, Setup. */
export const SETUP_WIZARD = {
  title: "Setup",
  intro:
    "Everything here can wait, in any order: leave whenever you like, and come back. What is done follows from the site itself.",
  loadFailed: "How far the site is set up could not be loaded.",
  progress: (done: number, all: number) => `${done} of ${all} steps done`,
  steps: "Steps",
  states: { done: "Done", skipped: "Put aside", open: "To do" },
  allDone: "All set",
  allDoneText:
    "Every step is done or put aside. Each of them can be opened again here, and everything that the community says of itself stands under Site.",
  goToSite: "Look at your site",
  without: "Without it",
  create: "What to create there",
  addresses: "Addresses to enter there",
  variables: "Set where the site is started",
  variablesHint:
    "Copy the lines to where the site's environment is, put your own values in, and start the site again: beside a service that is /etc/lynxden/lynxden.env, with compose deploy/site.env, for the program alone a file such as site.env that your shell reads before it (install.md of the guide, Where settings go). This page neither asks for secrets nor stores them.",
  restart: "It is not configured yet: set the lines above, and start the site again.",
  configured: "It is configured.",
  notConfigured: "This is not configured.",
  test: "Test",
  testFailed: "It could not be tested.",
  testAgain: "Test again",
  skip: "Put this step aside",
  unskip: "Take this step up again",
  skipFailed: "That could not be saved.",
  back: "Back",
  next: "Next step",
  finish: "Finish",
  copy: (what: string) => `Copy ${what}`,
  copyRefused: "Your browser does not allow copying. Select it and copy it yourself.",
  noPublicUrl: (address: string) =>
    `PUBLIC_URL is not set, so the addresses below begin with ${address}, which is this machine alone. Set it to the address that people use, start the site again, and come back.`,
  mail: {
    subject: (brand: string) => `A test mail from ${brand}`,
    summary: "Your site can send mail.",
    heading: "Your site can send mail",
    body: (brand: string) =>
      `An Admin of ${brand} has sent this mail to see whether the site can send any. It can.`,
    action: "Back to the setup",
    after: "Did it arrive among spam? Then SPF, DKIM or DMARC of your domain are missing.",
    reason: "You get this mail because an Admin entered your address to test the mail server.",
  },
} as const;

/** What each step is called, and what the site lacks without it. */
export const SETUP_STEP_TEXTS: Readonly<
  Record<SetupStep, { title: string; text: string; without: string }>
> = {
  brand: {
    title: "Name and face",
    text: "What your community is called, and how people reach you. Colours, logo and everything else stand under Site.",
    without: "the site carries the name of the built-in example",
  },
  timezone: {
    title: "Time zone",
    text: "It decides when a day begins: for figures, tiers, restarts and the calendar.",
    without: "days begin and end in the time zone of the built-in example",
  },
  server: {
    title: "First server",
    text: "Enter one, ask it, and publish it. More stand under Site, Servers.",
    without: "the site shows no server of yours",
  },
  discord: {
    title: "Discord",
    text: "Members prove their Discord account when they register, and write on tickets under its name.",
    without: "people register with a name, an email address and a password alone",
  },
  mail: {
    title: "Mail",
    text: "The site sends mail when somebody registers, forgets a password, buys something or leaves.",
    without: "an Admin confirms each address, and nobody can set a forgotten password themselves",
  },
  steam: {
    title: "Steam",
    text: "Members prove their Steam account, so that game servers know them.",
    without: "nobody can link a Steam account",
  },
  epic: {
    title: "Epic Games",
    text: "Members prove their Epic account, by which the servers of some games know their players.",
    without: "nobody can link an Epic account",
  },
  microsoft: {
    title: "Microsoft, for Minecraft",
    text: "Members prove their Minecraft: Java Edition account. Microsoft has to approve your application, which takes days to weeks: begin early.",
    without: "nobody can link a Minecraft account",
  },
  tebex: {
    title: "Tebex",
    text: "Tebex sells your packages and takes the money; the site credits points, tiers and deliveries.",
    without: "the shop is closed",
  },
};

/** What to do at a provider, in order. */
export const PROVIDER_STEPS: Readonly<Record<TriedProvider | "mail", readonly string[]>> = {
  discord: [
    "Open the developer portal of Discord and choose New Application. Name it as your community: people see it when they are asked to agree.",
    "Under OAuth2 copy the Client ID. Choose Reset Secret and copy the Client Secret; it is shown once.",
    "On the same page, under Redirects, add the address below to the letter, and save.",
  ],
  mail: [
    "Get host, port, user and password of an SMTP server. Ports 587 and 465 are right; many hosting providers block port 25.",
    "Choose the address that mail comes from, and add SPF, DKIM and DMARC to the DNS of its domain, as the mail server's provider says.",
    "Special characters in user and password are written as %XX: @ is %40.",
  ],
  steam: [
    "Open the page for Steam's Web API keys, logged in with an account that has bought a game.",
    "Enter the domain below, agree, and copy the key.",
  ],
  epic: [
    "Open Epic's developer portal, and make an organization and a product with the name of your community.",
    "Under Product Settings, Clients, add a client policy of the type Trusted Server, and a client with it. Its Redirect URL is the address below to the letter. Copy Client ID and Client Secret.",
    "Under Epic Account Services set up the application: its brand, the permission Basic Profile alone, and that client.",
    "Submit the brand for review. Until Epic has approved it, only members of your organization can sign in.",
  ],
  microsoft: [
    "Open Microsoft Entra, App registrations, New registration. Supported accounts: personal Microsoft accounts only. Redirect URI: platform Web, with the address below to the letter.",
    "Copy the Application (client) ID. Under Certificates & secrets make a client secret and copy its Value, not its ID.",
    "Set both, start the site again, and try to link an account once. It fails, and that first try is what Microsoft's form asks for.",
    "Ask for the approval at https://aka.ms/mce-reviewappid, with the client id. When it arrives nothing has to be changed.",
  ],
  tebex: [
    "Make a webstore at Tebex, and in it your packages.",
    "Under Integrations, API keys, copy the Public Token and the Private Key.",
    "Under Developers, Webhooks, Endpoints add the address below with all types that begin with payment. and recurring-payment., and copy the Webhook secret.",
    "Set all three and start the site again. Only then let Tebex validate the endpoint.",
    "Under Site, Tiers and Shop, say what each package gives.",
  ],
};

/** Where a step begins, and what the link is called. */
export const PROVIDER_PAGES: Readonly<Record<TriedProvider, { label: string; url: string }>> = {
  discord: {
    label: "Discord's developer portal",
    url: "https://discord.com/developers/applications",
  },
  steam: { label: "Steam Web API key", url: "https://steamcommunity.com/dev/apikey" },
  epic: { label: "Epic's developer portal", url: "https://dev.epicgames.com/portal" },
  microsoft: { label: "Microsoft Entra", url: "https://entra.microsoft.com" },
  tebex: { label: "Tebex", url: "https://creator.tebex.io" },
};

/** What an address is that has to be entered at a provider. */
export const ADDRESS_NAMES = {
  redirect: "Redirect address",
  webhook: "Webhook address",
  domain: "Domain",
} as const;

/** What a trial has shown. */
export const TRIALS = {
  taken: {
    discord: "Discord knows the application and its secret.",
    steam: "Steam takes the key.",
    epic: "Epic knows the application and its secret.",
    microsoft:
      "Microsoft answers as it does to an application that it knows. Whether Minecraft has approved it shows when you link an account.",
    tebex: "Tebex knows the store.",
    mail: "The mail server has taken the mail. Look whether it arrives, and not among spam.",
  },
  packages: (count: string) => `It has ${count} ${count === "1" ? "package" : "packages"}.`,
  failures: {
    refused: "What is configured was refused: compare each value with what stands there.",
    timeout: "Nobody answered in time. Is there a firewall in between, or the wrong port?",
    unreachable: "Nobody can be reached there: look at host and port, and at this machine's DNS.",
    status: "They are in trouble at the moment, or have been asked too often: try again later.",
    malformed: "What came back cannot be understood: is the address the right one?",
  } satisfies Record<TrialFailure, string>,
  answered: "Answer:",
  sendTo: "Send a test mail to",
  send: "Send a test mail",
} as const;

/** The steps that are done right here. */
export const SETUP_FORMS = {
  name: "Name of the community",
  tagline: "Tagline",
  contactEmail: "Contact address",
  publish: "Publish",
  published: "It is published: open pages show it now.",
  publishFailed: "It could not be published.",
  allOfIt: "All of it, under Site",
  note: "Setup",
  timezoneNow: "The site's days are those of",
  timezoneYours: "Your browser's time zone is",
  takeZone: (zone: string) => `Use ${zone}`,
  keepZone: (zone: string) => `Keep ${zone}`,
  otherZone: "Choose another, under Site",
  game: "Game",
  serverName: "Name",
  host: "Host name or address",
  port: "Port",
  queryPort: "Query port, if it is another",
  replaces: (count: number) =>
    count === 1
      ? "Take the example's server off the site"
      : `Take the example's ${numberText(count)} servers off the site`,
  publishServer: "Publish this server",
  askFirst: "Ask it first: a server that does not answer is shown as offline.",
  missing: "Please fill this in.",
  badPort: "A port is a number from 1 to 65535.",
  draftThere:
    "Somebody is editing this section under Site: publish or discard that draft first, or go on there.",
} as const;

/** The variables of a step, each with what stands in its place until the owner knows better. */
export const VARIABLES: Readonly<Record<TriedProvider | "mail", readonly string[]>> = {
  discord: ["DISCORD_CLIENT_ID=123456789012345678", "DISCORD_CLIENT_SECRET=…"],
  mail: ["SMTP_URL=smtp://user:password@mail.example.com:587", "MAIL_FROM=noreply@example.com"],
  steam: ["STEAM_WEB_API_KEY=…"],
  epic: ["EPIC_CLIENT_ID=…", "EPIC_CLIENT_SECRET=…"],
  microsoft: ["MICROSOFT_CLIENT_ID=…", "MICROSOFT_CLIENT_SECRET=…"],
  tebex: ["TEBEX_PUBLIC_TOKEN=…", "TEBEX_PRIVATE_KEY=…", "TEBEX_WEBHOOK_SECRET=…"],
};
