/** The link to the first Admin's account, and the page where it leads. */
export const SETUP = {
  title: "Welcome to your site",
  /** Where nobody is welcomed: it may be anybody. */
  closedTitle: "Set up this site",
  text: "Create the first Admin's account. It needs neither a mail nor a Discord account, and its address counts as confirmed.",
  create: "Create the Admin",
  failed: "The account could not be created.",
  /** A link brings whoever opens it further only while there is no Admin. */
  refused: {
    missing:
      "This page opens with a link. Run “lynxden setup” on the server and open the link that it prints.",
    unknown:
      "This link is not valid, or a newer one has been made. Run “lynxden setup” on the server again and open the link that it prints.",
    expired:
      "This link has expired: it is good for one hour. Run “lynxden setup” on the server again and open the link that it prints.",
    done: "This site has an Admin already, so this link opens nothing any more.",
  },
  doneHint: "If that was you, log in. If it was not, whoever runs the server can see to it.",
  logIn: "Log in",
  home: "To the home page",
  created: (name: string) => `The Admin ${name} has been created.`,
  createdHint: "Log in with the email and the password that you have just chosen.",
  goOn: "Log in and go on",
  emailInUseHint: (email: string) =>
    `Somebody uses an account with this address. If that is you, run “lynxden admin verify ${email}” and then “lynxden admin promote ${email}” on the server, and log in with its password; “lynxden admin reset-link ${email}” prints a link for a new one. Otherwise choose another address here.`,
  checking: "One moment, we are looking at your link...",
  unchecked: "We could not look at your link.",
} as const;

/** What the command says. */
export const SETUP_COMMAND = {
  hasAdmin:
    "This site has an Admin already, so nobody needs a link to become the first one. “lynxden admin promote EMAIL” makes another member an Admin.",
  link: (address: string, until: string) =>
    `Open this link to create the first Admin:\n\n  ${address}\n\nIt works once, until ${until}, and whoever has it can become the Admin. The site must be running (“lynxden serve”).`,
  /** Where the address in the link is the default one. */
  noPublicUrl:
    "PUBLIC_URL is not set, so the link names this machine. Set it to the address that people will use, and run “lynxden setup” again, unless your browser runs on this machine.",
  needed:
    "This site has no Admin yet. Run “lynxden setup” with the same environment, and open the link that it prints.",
} as const;
