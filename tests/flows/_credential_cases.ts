/**
 * The cells of the table of credentials: seven kinds in fourteen states. In each cell the credential
 * works, then the state comes about, and then the cell's sentence must hold.
 *
 * @module
 */

/** The kinds of credentials, with the words of the table. */
export const CREDENTIALS = {
  "cookie": "session cookie",
  "bearer": "bearer session",
  "dpop": "DPoP-bound session",
  "user-key": "key of a user",
  "member-key": "key of a user, bound to an organization",
  "org-key": "key of an organization",
  "service-key": "key of a service",
} as const;

/** A kind of credential. */
export type Credential = keyof typeof CREDENTIALS;

/** The states, with the words of the table. */
export const STATES = {
  "suspended": "the user is suspended",
  "deleted": "the user is deleted",
  "factor-pending": "a second factor is pending",
  "revoked": "it was revoked",
  "expired": "it has expired",
  "other-organization": "another organization is asked for",
  "member-removed": "the member was removed",
  "role-lowered": "the role was lowered",
  "policy-raised": "the organization demands more",
  "wrong-audience": "it is for another resource",
  "wrong-key": "the DPoP proof is of another key",
  "replayed": "the DPoP proof was used before",
  "http-url": "the DPoP proof is for an http: URL",
  "two-credentials": "there are two credentials",
} as const;

/** A state. */
export type State = keyof typeof STATES;

/** Credentials that are no user's: they outlive the user who made them. */
const OF_ORGANIZATION: readonly Credential[] = ["org-key", "service-key"];

/** Credentials that are no session. */
const KEYS: readonly Credential[] = ["user-key", "member-key", "org-key", "service-key"];

/** A cell of the table. */
export interface Cell {
  readonly credential: Credential;
  readonly state: State;
  /** `true` when the request must be refused, `false` when it must go on working. */
  readonly isRefused: boolean;
  /** The statement that must hold. */
  readonly sentence: string;
}

/** The answer to a request with a credential. */
export interface Seen {
  /** `true` when the credential counted. */
  readonly isAccepted: boolean;
  /** Status of the answer; 200 for a credential that counted. */
  readonly status: number;
  /** Reason of the refusal, where the library says one. */
  readonly reason: string;
  /** `WWW-Authenticate` of the answer. */
  readonly challenge: string;
}

/** The answers of a cell. */
export interface Answers {
  /** Before the state came about. */
  readonly before: Seen;
  /** In the state. */
  readonly after: Seen;
}

/** A library with an app that has the credentials. */
export interface CredentialSite {
  /**
   * Issues a credential to a new user and brings about a state.
   *
   * @returns `null` when the library has no such credential, or no such state
   */
  answer(credential: Credential, state: State): Promise<Answers | null>;
  close(): Promise<void>;
}

/** Result of a cell. */
export interface Verdict {
  readonly holds: boolean;
  /** Observation, in a few words. */
  readonly found: string;
}

/** Every cell, row by row. */
export const CELLS: readonly Cell[] = (Object.keys(STATES) as State[]).flatMap((state) =>
  (Object.keys(CREDENTIALS) as Credential[]).map((credential) => cellOf(credential, state))
);

function cellOf(credential: Credential, state: State): Cell {
  const name = CREDENTIALS[credential];
  const refused = (text: string): Cell => ({
    credential,
    state,
    isRefused: true,
    sentence: `${name}: ${text}`,
  });
  const accepted = (text: string): Cell => ({ ...refused(text), isRefused: false });
  const isOfOrganization = OF_ORGANIZATION.includes(credential);
  const isBound = credential === "dpop";
  switch (state) {
    case "suspended":
      return isOfOrganization
        ? accepted("it goes on when the user who made it is suspended, since it is not the user's")
        : refused("it opens nothing when its user is suspended");
    case "deleted":
      return isOfOrganization
        ? accepted("it goes on when the user who made it is deleted, since it is not the user's")
        : refused("it opens nothing when its user is deleted");
    case "factor-pending":
      return KEYS.includes(credential)
        ? refused("a sign-in that waits for a second factor makes none, and its state is none")
        : refused("a sign-in that waits for a second factor opens nothing in its place");
    case "revoked":
      return refused("it opens nothing after it was ended");
    case "expired":
      return refused("it opens nothing after its expiry");
    case "other-organization":
      return refused(
        credential === "member-key"
          ? "it opens no other organization, although its user is a member there"
          : isOfOrganization
          ? "it opens no other organization"
          : "it opens no organization in which its user is not a member",
      );
    case "member-removed":
      return isOfOrganization
        ? accepted("it goes on when the member who made it is removed")
        : refused("it does not open the organization from which its user was removed");
    case "role-lowered":
      return isOfOrganization
        ? accepted("it goes on when the role of the member who made it is lowered")
        : refused("it has no scope that the lowered role of its user lacks");
    case "policy-raised":
      return isOfOrganization
        ? accepted("it goes on when the organization demands more of people")
        : refused("it does not open an organization whose policy its proof does not meet");
    case "wrong-audience":
      return refused("it opens nothing for a resource of another origin");
    case "wrong-key":
      return refused(
        isBound
          ? "it opens nothing with a proof of another key"
          : "it opens nothing with the DPoP scheme and a proof, since it is not bound to the key",
      );
    case "replayed":
      return refused(
        isBound
          ? "it opens nothing with a proof that was used before"
          : "it opens nothing where proofs are demanded, also with a proof beside it that was used before",
      );
    case "http-url":
      return refused(
        isBound
          ? "it opens nothing with a proof for an http: URL"
          : "it opens nothing with the DPoP scheme and a proof for an http: URL",
      );
    case "two-credentials":
      return refused(
        credential === "cookie"
          ? "a request with an access token in its query as well is refused"
          : "a request that presents it together with another one is refused",
      );
  }
}

/** Measures a cell; `null` when the library does not have it. */
export async function measure(site: CredentialSite, cell: Cell): Promise<Verdict | null> {
  const answers = await site.answer(cell.credential, cell.state);
  if (!answers) return null;
  const { before, after } = answers;
  // A credential that never worked is refused for any reason.
  if (!before.isAccepted) {
    throw new Error(`Cannot begin: ${cell.sentence}: ${before.status} ${before.reason}`);
  }
  const word = after.isAccepted ? "accepted" : String(after.status);
  const found = after.reason ? `${word}, ${after.reason}` : word;
  return { holds: after.isAccepted !== cell.isRefused, found };
}
