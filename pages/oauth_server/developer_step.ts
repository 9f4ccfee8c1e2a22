/**
 * Input of the page of an organization's own apps, for its owners.
 *
 * @module
 */

import type { OrganizationRefusal } from "../../src/types/audit.ts";
import type { OrganizationShell } from "../organizations/step.ts";

/** Texts that the visitor has typed, or what is stored. */
export interface DeveloperAppForm {
  /** Name. */
  name: string;
  /** Redirect URIs, one per line. */
  redirectUris: string;
  /** Page about the app; empty for none. */
  clientUri: string;
  /** Picture of the app; empty for none. */
  logoUri: string;
  /** Terms of use; empty for none. */
  tosUri: string;
  /** Privacy policy; empty for none. */
  policyUri: string;
}

/** An app. */
export interface ShownDeveloperApp {
  /** Client id. */
  id: string;
  /** Name. */
  name: string;
  /** Redirect URIs. */
  redirectUris: readonly string[];
  /** How the app proves who it is. */
  method: "none" | "private_key_jwt" | "secret";
  /** Time at which it was made. */
  createdAt: Date;
  /** Time until which its secret before the last one counts too; `null` for none. */
  previousSecretExpires: Date | null;
  /**
   * The people who gave it access; absent in the list, beside a new secret, and where a visitor asks
   * too often.
   *
   * @since 0.3.0
   */
  people?: {
    /** Their number, up to a bound. */
    count: number;
    /** Present where there are more. */
    isMore?: true | undefined;
  } | undefined;
  /** URLs of views. */
  urls: {
    /** The form that changes it. */
    change: string;
    /** The question before a new secret; absent for an app without one. */
    rotate?: string | undefined;
    /** The question before it is removed. */
    remove: string;
  };
}

/** The field that the visitor has filled in wrong, or the reason why nothing was changed. */
export interface DeveloperAppFault {
  /** Name of the field. */
  field?: string | undefined;
  /** Reason. */
  reason?: OrganizationRefusal | "rotated" | "unknown" | undefined;
}

/** Members that all states have. */
export interface DeveloperAppPageProps {
  /** Token for forms, which names the visitor. */
  csrfToken?: string | undefined;
  /** Target of the forms, and URL of the page. */
  formAction: string;
  /** The fault of the last form; absent without one. */
  fault?: DeveloperAppFault | undefined;
  /** Parameter `done` of the query. */
  done?: string | undefined;
  /** `true` when nothing can be changed, since another person acts for the user. */
  isReadOnly?: boolean | undefined;
  /** URL at which the user proves who it is, when the proof of the session is too old. */
  proofUrl?: string | undefined;
  /** What is around the page; absent on views with one form. */
  shell?: OrganizationShell | undefined;
  /** The organization. */
  organization: {
    /** Name. */
    name: string;
  };
}

/** All apps, and the form for a new one. */
export interface DeveloperAppList extends DeveloperAppPageProps {
  /** Everything. */
  step: "list";
  /** The apps, by name. */
  apps: readonly ShownDeveloperApp[];
  /** The form; absent where nothing can be changed. */
  create?: DeveloperAppForm & {
    /** `"secret"` for an app on a server. */
    method: "none" | "secret";
    /** Names the form, which makes one app. */
    once: string;
  };
}

/** The form that changes an app. */
export interface DeveloperAppChange extends DeveloperAppPageProps {
  /** The form. */
  step: "change";
  /** The app. */
  app: ShownDeveloperApp;
  /** What was typed, or what is stored. */
  form: DeveloperAppForm;
}

/** The question before an app gets a new secret, or is removed. */
export interface DeveloperAppQuestion extends DeveloperAppPageProps {
  /** The change. */
  step: "remove" | "rotate";
  /** The app. */
  app: ShownDeveloperApp;
  /** Names the form, which makes one secret. */
  once: string;
}

/** A secret that was made just now: the only answer that has it. */
export interface DeveloperAppMade extends DeveloperAppPageProps {
  /** The secret. */
  step: "made";
  /** Client id. */
  id: string;
  /** Name of the app. */
  name: string;
  /** The secret. */
  secret: string;
}

/** Input of the page. */
export type DeveloperAppProps =
  | DeveloperAppList
  | DeveloperAppChange
  | DeveloperAppQuestion
  | DeveloperAppMade;
