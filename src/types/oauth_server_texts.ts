/**
 * Texts of the pages of an authorization server.
 *
 * @module
 */

/** Texts of the question and of the list; `{client}` is an app, `{target}` a host, `{date}` a date. */
export interface OAuthServerPageTexts {
  /** The question. */
  ask: {
    /** Heading. */
    heading: string;
    /** Sentence below the heading. */
    text: string;
    /** Name of the field with the address of the user. */
    account: string;
    /** Name of the field with the place that the browser returns to. */
    target: string;
    /** Heading of what the app may do. */
    access: string;
    /** Name of what the service itself says about the user. */
    own: string;
    /** Scopes of OpenID Connect. */
    scopes: Readonly<Record<"openid" | "profile" | "email" | "offline_access", string>>;
    /** Label of the choice of an organization. */
    organization: string;
    /** Warning about an app that has made itself known. */
    stranger: string;
    /** Warning about one on the device of the user. */
    loopback: string;
    /** Button that gives access. */
    allow: string;
    /** Button that refuses. */
    deny: string;
    /** Button that signs out first. */
    another: string;
  };
  /** The page before the browser goes to an app that was not checked. */
  leave: {
    /** Heading. */
    heading: string;
    /** Sentence below the heading. */
    text: string;
  };
  /** Apps with access. */
  apps: {
    /** Title of the list, and text of the links to it. */
    title: string;
    /** Purpose of the list. */
    text: string;
    /** Row of the account page. */
    row: { heading: string; none: string; open: string };
    /** Time at which access was given. */
    given: string;
    /** Time of the last use. */
    used: string;
    /** Access that was not used yet. */
    neverUsed: string;
    /** The question before the end. */
    end: { act: string; actOf: string; heading: string; text: string; submit: string };
    /** Sentence after the end. */
    ended: string;
    /** Sentence about an app that has no access any more. */
    unknown: string;
  };
}
