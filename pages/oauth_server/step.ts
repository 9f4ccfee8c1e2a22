/**
 * Input of the pages of an authorization server: the question whether an app gets access, and the list
 * of those that have it.
 *
 * @module
 */

/** Access to one resource. */
export interface ShownAccess {
  /** Name of the resource; `null` for what the service itself says about the user. */
  resource: string | null;
  /** Names of scopes. */
  scopes: readonly string[];
}

/** An organization of the user. */
export interface OAuthOrganization {
  /** Id. */
  id: string;
  /** Name. */
  name: string;
  /** URL of its logo; absent without one. */
  logo?: string | undefined;
}

/** Input of the question. */
export interface OAuthQuestion {
  /** The question. */
  step: "ask";
  /** Token for forms, which names the visitor. */
  csrfToken?: string | undefined;
  /** Target of the form: its field `step` is `allow` or `deny`. */
  formAction: string;
  /** Field `request` of the form. */
  request: string;
  /** Name of the app. */
  client: string;
  /** Host, or scheme of an app, that the browser returns to. */
  target: string;
  /** Source of the Content Security Policy for it. */
  targetSource: string;
  /** `true` when the app has made itself known: its name is a claim of its own. */
  isStranger: boolean;
  /** Name of the organization whose app it is; absent for one of the app, and for strangers. */
  maker?: string | undefined;
  /** URLs with https, of an app that is known: of a page about it, its picture, its terms and policy. */
  links: {
    readonly clientUri?: string;
    readonly logoUri?: string;
    readonly tosUri?: string;
    readonly policyUri?: string;
  };
  /** `true` when the answer goes to a program on the device of the user. */
  isLoopback: boolean;
  /** The access that the app asks for. */
  access: readonly ShownAccess[];
  /** Organizations of which the field `organization` names one; empty where there is no choice. */
  organizations: readonly OAuthOrganization[];
  /** Id of the one that is chosen at first. */
  organization?: string | undefined;
  /** Address or name of the user who is signed in. */
  account: string;
  /** Target of the form that signs out, and leads back. */
  signOutAction: string;
}

/** Input of the page before the browser goes to an app that the user has not given access to. */
export interface OAuthLeave {
  /** The page. */
  step: "leave";
  /** Host, or scheme of an app, that the browser goes to. */
  target: string;
  /** URL to which its button leads. */
  url: string;
}

/** Input of the page that posts the answer to an app. */
export interface OAuthPost {
  /** The page. */
  step: "post";
  /** Host that the browser goes to. */
  target: string;
  /** URL to which the form is posted. */
  url: string;
  /** Source of that URL, for the policy of the page. */
  targetSource: string;
  /** Fields of the form. */
  fields: Readonly<Record<string, string>>;
  /** `true` posts it without a button, where scripts run; `false` for an app without access. */
  isAtOnce: boolean;
}

/** Input of the page about a request of an app that is not known. */
export interface OAuthUnknown {
  /** The page. */
  step: "unknown";
  /** What the server does not know: the app, its redirect URI, or the request that the app pushed before. */
  fault: "client" | "request" | "target";
  /** Id, name or host of the app; absent where it cannot be shown. */
  app?: string | undefined;
  /** Text by which the log names the failure, such as `7F3A9C`; absent while there are too many. */
  reference?: string | undefined;
}

/** The pages of an app that asks for access. */
export type OAuthProps = OAuthLeave | OAuthPost | OAuthQuestion | OAuthUnknown;

/** An app that has access. */
export interface ShownGrant {
  /** Id. */
  id: string;
  /** Name of the app, as it was shown. */
  client: string;
  /** Hosts, or schemes of apps, that the browser returned to. */
  targets: readonly string[];
  /** The access that the user gave to it. */
  access: readonly ShownAccess[];
  /** Name of the organization; `null` for none. */
  organization: string | null;
  /** Time at which it was given. */
  createdAt: Date;
  /** Time of the last use, accurate to about five minutes; `null` before the first one. */
  lastUsedAt: Date | null;
  /** URL of the question before the end; absent where nothing can be changed. */
  endUrl?: string | undefined;
}

/** Members that the list and its question have. */
export interface AppsPageProps {
  /** Token for forms, which names the visitor. */
  csrfToken?: string | undefined;
  /** Target of the form, and URL of the list. */
  formAction: string;
  /** Parameter `done` of the query. */
  done?: string | undefined;
  /** `true` when nothing can be changed, since another person acts for the user. */
  isReadOnly?: boolean | undefined;
  /** URL at which the user proves who it is, when the proof of the session is too old. */
  proofUrl?: string | undefined;
}

/** Apps with access. */
export interface AppsList extends AppsPageProps {
  /** All of them. */
  step: "list";
  /** The apps, those with the newest access first. */
  apps: readonly ShownGrant[];
  /** `true` when the app that was meant has no access any more. */
  isUnknown?: boolean | undefined;
  /** URL of the account page; absent without one. */
  accountUrl?: string | undefined;
}

/** The question before access ends. */
export interface AppsQuestion extends AppsPageProps {
  /** The change: field `step` of the form, with `id`. */
  step: "end";
  /** The app. */
  app: ShownGrant;
}

/** The pages of apps with access. */
export type AppsProps = AppsList | AppsQuestion;
