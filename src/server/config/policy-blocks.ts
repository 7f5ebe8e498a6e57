import type { DocumentBlock } from "#shared/schemas/community/documents.ts";
import type { RichLine } from "#shared/schemas/text.ts";

/** What a community has chosen that a policy has to tell. */
export type ProgramFacts = {
  /** From which messages show pictures. */
  pictureHosts: readonly string[];
  /** Whether new passwords are looked up in a list of stolen ones. */
  checksPasswords: boolean;
};

type Run = RichLine[number];

/** What the site keeps in the browser's local storage, and why [TEXT-07]. */
export const STORAGE_KEYS = [
  {
    key: "authToken",
    purpose: "Shows that you are signed in. Written when you sign in, removed when you log out.",
  },
  {
    key: "zlgCart",
    purpose: "What you have put into the shopping cart. The cart exists in your browser only.",
  },
  {
    key: "zlgNotificationsUpdated",
    purpose: "A time that tells your other open tabs to read the notifications again.",
  },
  {
    key: "zlgPointsUpdated",
    purpose: "A time that tells your other open tabs to read the points again.",
  },
  {
    key: "clockOffset",
    purpose:
      "By how much your computer’s clock is wrong, so that it does not log you out. Written only where that is more than a minute.",
  },
  {
    key: "wayBack",
    purpose:
      "Which page you wanted to open when you registered, so that your first login leads there. Removed when you log in, and worth nothing after a day.",
  },
  {
    key: "slashKey",
    purpose: "That you have switched off the / key, which leads to the search of a list.",
  },
  {
    key: "closedNews",
    purpose: "The numbers of the announcements that you have closed, so that they stay closed.",
  },
  {
    key: "pushOwner",
    purpose:
      "The number of the account that has notifications switched on in this browser, so that somebody else who logs in here does not get them. Written when you switch them on.",
  },
] as const;

const flowCookie = (name: string, page: string) => ({
  name,
  purpose: `Ties the sign-in window to your browser while you are on ${page}. Gone when you come back, or after 10 minutes.`,
});

/**
 * The cookies that the site sets, and why [TEXT-07]. Where the site is reached over HTTPS their
 * names begin with `__Host-`.
 */
export const COOKIES = [
  flowCookie("discord-flow", "Discord’s page"),
  flowCookie("steam-flow", "Steam’s page"),
  flowCookie("minecraft-flow", "Microsoft’s page"),
  flowCookie("epic-flow", "Epic’s page"),
  {
    name: "proofs",
    purpose:
      "A random number under which the site finds what a provider has just confirmed to this browser. Expires after 30 minutes.",
  },
  {
    name: "login",
    purpose:
      "A random number that ties a login that waits for its second step to this browser. Set when yours asks for one; expires after 5 minutes.",
  },
  {
    name: "passkey",
    purpose:
      "A random number that ties what your passkey is asked to sign to this browser. Set when you open the login in a browser that knows passkeys; expires after 5 minutes.",
  },
  {
    name: "person",
    purpose:
      "A random number that is another one after each sign-in and sign-out, so that what one person began in this browser cannot end with the next. Says nothing about who you are; expires after 400 days.",
  },
  {
    name: "known-browser",
    purpose:
      "Shows that this browser has signed in to your account before, so that strangers who guess passwords cannot lock you out of it. Set when you sign in, confirm this browser by a mail, or set a password; worth nothing once the password is another one, and expires 400 days after your last sign-in.",
  },
] as const;

const paragraph = (...text: RichLine): DocumentBlock => ({ kind: "paragraph", text });
const list = (...items: readonly Run[]): DocumentBlock => ({
  kind: "list",
  items: items.map((item) => [item]),
});
const terms = (...items: readonly (readonly [Run, ...Run[]])[]): DocumentBlock => ({
  kind: "terms",
  items: items.map(([term, ...text]) => ({ term: [term], text })),
});
const code = (text: string): Run => ({ text, looks: ["code"], to: null });
const link = (text: string, to: string): Run => ({ text, looks: [], to });

const personalData = [
  paragraph("To read the public pages you need not tell us anything."),
  paragraph("When you create an account, we ask you for:"),
  list(
    "your email address,",
    "your first and last name,",
    "a password, of which only a hash is kept that cannot be turned back into the password,",
    "whether you want marketing mail. You do not get any unless you say yes.",
    "what you agreed to (the rules, this policy, marketing mail): which version of the text, when and how. A change of your mind is another such entry.",
  ),
  paragraph("While you use your account, we also keep:"),
  list(
    "the tickets and messages that you write, the pictures and files that you add to them, and what you change on tickets,",
    "how far you have read each ticket,",
    "what the team notes for itself about your tickets and about what it did to your account, such as its reasons,",
    "strikes, where you have broken a rule: the rule, the reason, until when and what it forbids, which you see in your member area; and what the team has noted and gathered as evidence,",
    "your authenticator app, where you set one up: its secret, encrypted, when it was added and last used; your recovery codes as keyed hashes, and when each was used; for 5 minutes, a login that waits for its second step; and for a week, that you reported your second factor as lost,",
    "your passkeys, where you add some: for each the public half of its key, which signs nobody in, its number, the name that you give it, the address of this site for which it was made, how your browser reaches it, how often it has signed, whether your password manager keeps a copy, and when it was added and last used. Your fingerprint, your face and your PIN never leave your device,",
    "the notifications you get, and which of them you have read; how you want to be told and in which hours not; and what waits to be emailed or pushed to you,",
    "for each browser in which you switch notifications on: its kind in words, the address at which the push service of its maker takes messages for it, two keys with which they are encrypted so that the service cannot read them, and when it was added, last seen and last notified,",
    "your points, with every change of them and its reason,",
    "when you first followed the link to our Discord from your overview,",
    "your subscription, and your orders: what you bought, when and for how much, the number that the payment has at our store provider, and what it gave you,",
    "for each browser and network from which you have signed in: a keyed hash, from which nobody can read which one it was, and when it was last used, so that a login from elsewhere can be told to you. It is removed after 400 days without use,",
    "for each browser in which you are signed in: its kind in words, such as “Firefox on Windows”, a shortened form of its network address, and when it was first and last used. You see that list in your account settings and can end each of them there,",
    "a record of events that matter for security, such as a sign-in, a changed password, or what an administrator does about an account or reads of it. It names accounts by number, never by name or address, and says from where it happened: a shortened form of the network address, the kind of browser, and the number of the request.",
  ),
];

const usageData = [
  paragraph(
    "Each request that reaches the site leaves one line in the server’s log: the time, a number for the request, the method and the path of what was asked for (without anything behind a question mark, and without ids of people and players), how it was answered and how long that took; and, only where something was refused or went wrong, a shortened form of your network address. What you type and your sign-in token are never part of it.",
  ),
  paragraph(
    "While a page of the site is open, your browser keeps a connection open over which it hears what has changed. It leaves the same one line.",
  ),
  paragraph(
    "So that nobody can overrun the site, guess passwords or be rewarded without end, we count attempts such as sign-ins, registrations, requests for a mail and rewarded votes per network address, account, browser and mailbox, each under a hash. Such a count runs for a day at most, unless we have set another time, and is removed soon afterwards.",
  ),
];

const providerData = ({ pictureHosts }: ProgramFacts) => [
  paragraph(
    "You sign in on the provider’s own page; we never see your password there. When you connect an account, the provider tells us:",
  ),
  terms(
    ["Discord", "Your Discord id, your name there and your picture."],
    ["Steam", "Your Steam id, your name there and your picture."],
    ["Epic Games", "Your Epic account id and your name there."],
    [
      "Microsoft (for Minecraft)",
      "Your Minecraft id, your name in the game and your skin, of which we keep the face.",
    ],
  ),
  paragraph(
    "Where you switch notifications on, they reach your browser through the push service of its maker: Google for Chrome and its kin, Mozilla for Firefox, Apple for Safari, Microsoft for Edge. It learns that this site sends something to that browser, and when; what is sent is encrypted, and says no more than that there is something.",
  ),
  paragraph(
    "We keep no password or key of yours: what a provider gives us to ask with is forgotten as soon as it has answered. Of your picture we keep a small copy, which is shown from this site, so the provider does not learn who looks at it.",
  ),
  ...(pictureHosts.length === 0
    ? []
    : [
        paragraph(
          `Messages on tickets may show pictures, from these hosts alone: ${pictureHosts.join(", ")}. Your browser loads such a picture from there when you look at the message, and the host then sees your network address.`,
        ),
      ]),
  paragraph(
    "When you connect a game account, the game servers of {name} tell this site that it is playing there, that you have voted for one of them, what you have earned and what you spend, so that points can be credited to you and taken. A vote for an account that nobody has connected yet is kept for 30 days, under a hash of that account, so that it can be credited when you connect it. The server status shows how many people play, never who.",
  ),
];

const storage = [
  paragraph(
    "The public pages set no cookies at all. Their fonts, pictures and scripts come from this site alone; there are no analytics, no advertisements and no trackers.",
  ),
  paragraph(
    "Cookies are set only when you connect an account elsewhere or sign in. None of them follows you anywhere else: they are sent to this site alone, scripts cannot read them, and what they say cannot be forged:",
  ),
  terms(...COOKIES.map(({ name, purpose }) => [code(name), purpose] as const)),
  paragraph(
    "When you have an account, the site keeps these entries in the local storage of your browser. They stay there until they are removed by the site or by you:",
  ),
  terms(...STORAGE_KEYS.map(({ key, purpose }) => [code(key), purpose] as const)),
  paragraph(
    "A tab may also note how far you have scrolled, what you have folded away, a message that it is about to show you, or that it has just reloaded itself, in its session storage. While you pay for something, the tab notes the number of your basket and how far you have come, so that a reload does not lose it. A ticket or message that you are writing and have not sent yet stays there, too, with the number of your account, so that a reload does not lose it; it is removed once it is sent. Such notes go nowhere else and vanish with the tab.",
  ),
  paragraph(
    "So that the site opens without a network, your browser keeps its program, the pages that you have opened and the last server status. While you are logged in it also keeps the tickets, messages and notifications that you have read last, with your account’s name, tier and points. They do not leave your browser, and are deleted there when you log out.",
  ),
];

const use = [
  paragraph("We use what we have collected to:"),
  list(
    "deliver the site, keep it running and find out what went wrong when it did not,",
    "sign you in and keep others out of your account,",
    "send the mails that your account needs: to confirm your address, to reset your password, to let a new browser in, to tell you what changed that keeps your account safe: a login from a new browser or network, another password, role or second step, a linked account, or that somebody is guessing your password; such a mail says from where, with the kind of browser and a shortened form of the network address, to confirm what you bought, to say goodbye,",
    "answer your tickets and tell you about replies and whatever else you chose, on the site, by email or through your browser,",
    "credit your points and deliver what you bought,",
    "see that the rules are kept.",
  ),
  paragraph(
    "Marketing mail goes only to people who asked for it. You can change your mind at any time: with the link in each of these mails, which needs no login, or in the Privacy tab of your account settings.",
  ),
];

const retention = [
  terms(
    [
      "Server log",
      "The site writes it out and does not keep it in its database. It exists for as long as our log retention says.",
    ],
    ["Account", "Kept for as long as you have it. What happens then stands under “Deletion”."],
    ["Unconfirmed registration", "Removed after 7 days."],
    [
      "Account from our previous site",
      "Where we moved here from another site, your account may have come with us: names, email address, linked accounts, points and tier. It waits until you claim it, or write to us to have it removed.",
    ],
    [
      "Codes in our mails",
      "They work once, and for one hour. Each is made when its mail is sent, and only a hash of it is stored, for a week.",
    ],
    [
      "Change of your email address",
      "A new address waits for a day to be confirmed. The old one is kept for a week, so that you can take the change back from there and nobody else can register with it.",
    ],
    [
      "Sign-in proof",
      "What a sign-in provider has confirmed counts for 30 minutes. The registration or link it was made for uses it up.",
    ],
    [
      "Authenticator app",
      "Its secret and your recovery codes are kept until you remove them in your account settings, an Admin resets them for you, or your data is erased. A login that waits for its second step is kept for 5 minutes.",
    ],
    [
      "Passkeys",
      "Kept until you remove them in your account settings, or your data is erased. What a passkey is asked to sign is kept for 5 minutes, as a hash.",
    ],
    [
      "Pictures",
      "Kept for as long as an account of yours is connected that shows them, and removed within two days afterwards.",
    ],
    [
      "Sessions",
      "A session ends when you log out, after 24 hours without use (unless we have set another time), and in any case 30 days after you signed in.",
    ],
    [
      "Mails we send",
      "Once a mail is sent, its text and your address are removed from the queue; that there was one is known for a week. A mail that cannot be delivered is given up after two days and removed a week later: until then we may send it again.",
    ],
    [
      "What you agreed to",
      "Kept for as long as the site is run, also when an account is gone, so that it can be shown later: what it names is a number. The same goes for which of our news were mailed to that number.",
    ],
    [
      "Notified browsers",
      "Kept until you remove them in your account settings, log out there, or do not come back with that browser for 60 days; and no longer than your account is in use.",
    ],
    [
      "Orders",
      "Your orders, their payments and what Tebex has reported of them are kept for as long as the site is run, also when an account is gone: they are our books.",
    ],
    [
      "Who played when",
      "For members who have connected a game account: the quarters of an hour and the game, kept for two days; and how long you have played in each week, with the game and the server, kept for a year and shown to you alone. The entry of your points stays.",
    ],
    [
      "Record of security events",
      "Kept for as long as the site is run, also when an account is gone: what it names is a number. From where things happened, and what an Admin has noted about an account, is removed with it.",
    ],
    [
      "Downloads of your data",
      "The file that you have asked for in the Privacy tab of your account settings is kept for a week. What the team has noted for itself is not in it, since such notes can be about other people as well: ask us, and you get a copy of what they say about you. That you asked for it and downloaded it stays in the record of security events.",
    ],
    ["Strikes", "Kept for as long as you have an account, so that the team knows of them."],
    [
      "Backups",
      "A copy of the database holds what the database held on that day, until we delete the copy.",
    ],
  ),
];

const deletion = [
  paragraph(
    "You delete your account yourself, through your account settings: open the General tab and choose Deactivate.",
  ),
  terms(
    [
      "At once",
      "You are signed out on every device, the account can no longer be used, and a goodbye mail is on its way to you where this site sends mail.",
    ],
    [
      "For 30 days",
      "You can bring the account back: ask for a password reset and follow the mail, or write to us.",
    ],
    [
      "After 30 days",
      "Your personal data is erased: your email address, your names, your password, your authenticator app and recovery codes, your passkeys, your notifications, your linked accounts, when you have played, from which networks and browsers you came, and what the game servers of {name} still had to hand out to you. The pictures and files that you uploaded to tickets are erased with it: nobody can open them from then on, and within a day they are gone from where we keep them, small versions included. Your email address and your Discord account can then be used for a new registration.",
    ],
  ),
  paragraph(
    "If you have two accounts here, you can merge them in the Privacy tab of your account settings: everything of the other one moves into yours, and its names, its address, its sessions and its password are erased at once.",
  ),
  paragraph(
    "A subscription that is paid at our store provider is not ended by this: cancel it there first. Your Subscription page leads you to the place.",
  ),
  paragraph("This outlasts it, without your name:"),
  list(
    "your tickets, with what was written in them but without your pictures and files, and the entries of your points. They stay under “Deleted member”.",
    "which subscription the account had, and until when.",
    "your orders and their payments, under “Deleted member” as well.",
    "the record of security events, and of what you agreed to, which know the account by its number alone.",
    "a strike that still runs, with its end and what it forbids, and without a word that anybody wrote. It is found again by a keyed hash of your game accounts if you link one of them anew.",
    "a keyed hash of the id of each game account that was linked. It cannot be read back; it only lets us notice that this account may not earn points again.",
  ),
  paragraph(
    "You can unlink a single game account at any time in the Accounts tab. We remember that it was unlinked, since an unlinked account is no longer eligible for points.",
  ),
  paragraph(
    "If you ask us to, an administrator erases your account at once, in the same way and without the 30 days. Of that we keep by whom, when and for which of a few reasons it was done, under the number of the account.",
  ),
  paragraph(
    "An account that an administrator deactivated is brought back by an administrator alone, and is not erased by the passing of time. For that, and for anything that you cannot see or change yourself, write to ",
    link("{contact}", "mailto:{contact}"),
    ".",
  ),
];

const disclosure = ({ checksPasswords }: ProgramFacts) => [
  paragraph("Other people get to see only what the site needs to do its work:"),
  terms(
    [
      "Members",
      "They see your name, your Discord id, name and picture, your messages and what you change on the tickets that you share with them. The names of administrators are known to every member.",
    ],
    [
      "Administrators",
      "They see all accounts with their email addresses, linked accounts and points, what you agreed to, all tickets, all orders, where you are logged in (the networks and browsers), and the record of security events.",
    ],
    [
      "The rest of the team",
      "They see what their task needs: who answers tickets sees these, with their files and notes; who looks after members sees accounts, and email addresses only with the permission for them; who sees that rules are kept sees strikes.",
    ],
    [
      "Where our team is told of news",
      "Where we have set it up, a channel of our team or a program of ours is told at once of a new or late ticket with its number and subject, of a strike without a name, and of an order that needs a look.",
    ],
    [
      "The game servers of {name}",
      "When one of your connected game accounts plays there or has something to collect, they can ask this site for the number of your account, the ids of your game accounts, your name in the game, your tier and your points.",
    ],
    [
      "Sign-in providers",
      "They learn that you connect your account with this site when you do so.",
    ],
    [
      "Tebex",
      "Tebex handles the shop’s purchases and payments. We collect no personal information during checkout, and your payment details never reach this site. We tell Tebex which packages you want, the numbers of your account and of your order here, and, where Tebex takes it, the network address from which you buy. You sign in to Tebex on a page of its own, and the checkout itself is loaded from Tebex when you open it. What Tebex reports about an order is stored without the part that describes the customer.",
    ],
    ...(checksPasswords
      ? [
          [
            "Have I Been Pwned",
            "When you set a password, we ask this list of stolen passwords for those whose hash begins with the same five of forty digits. It learns neither the password nor whose it is, and nothing of you.",
          ] as const,
        ]
      : []),
    ["Our mail service", "It carries the mails that we send you."],
    ["Authorities", "They get what the law obliges us to hand over, and no more."],
  ),
];

const security = [
  paragraph(
    "Passwords are stored as hashes only, and so are the codes in our mails once these are sent. A changed password ends all your other sessions, a reset one ends them all. Pages run scripts from sources that we named beforehand, and from nowhere else.",
  ),
  paragraph(
    "Even so, no way of sending or storing data is perfectly safe. Choose a password that you use nowhere else, and tell us if something looks wrong.",
  ),
];

const providers = [
  list(
    link("Discord", "https://discord.com/privacy"),
    link("Steam", "https://store.steampowered.com/privacy_agreement/"),
    link("Epic Games", "https://www.epicgames.com/site/privacypolicy"),
    link("Microsoft", "https://privacy.microsoft.com/privacystatement"),
    link("Tebex", "https://checkout.tebex.io/privacy"),
  ),
];

/** What a policy may take from the program by a name in braces, since it says what the program does. */
const PROGRAM_BLOCKS = {
  "personal-data": () => personalData,
  "usage-data": () => usageData,
  "provider-data": providerData,
  storage: () => storage,
  use: () => use,
  retention: () => retention,
  deletion: () => deletion,
  disclosure,
  security: () => security,
  providers: () => providers,
} satisfies Readonly<Record<string, (facts: ProgramFacts) => DocumentBlock[]>>;
export type ProgramBlock = keyof typeof PROGRAM_BLOCKS;

export const PROGRAM_BLOCK_NAMES = Object.keys(PROGRAM_BLOCKS) as readonly ProgramBlock[];

/**
 * What the program says of itself in a policy [TEXT-07]: whoever changes what it does with data changes
 * this with it.
 * @param facts what it depends on.
 */
export const programBlocks = (name: ProgramBlock, facts: ProgramFacts): readonly DocumentBlock[] =>
  PROGRAM_BLOCKS[name](facts);
