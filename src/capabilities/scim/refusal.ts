/**
 * Refusals of SCIM requests, as programs read them.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7644#section-3.12 RFC 7644 §3.12}
 * @module
 */

import { NO_SNIFF } from "../../response/respond.ts";
import type { ResponseInternal } from "../../types/internal.ts";
import { URN } from "./schema.ts";

/** Content type of everything that SCIM answers. */
export const SCIM_TYPE = "application/scim+json";

/** Kinds of errors of RFC 7644 §3.12, table 9. */
export type ScimType =
  | "invalidFilter"
  | "invalidPath"
  | "invalidSyntax"
  | "invalidValue"
  | "mutability"
  | "noTarget"
  | "tooMany"
  | "uniqueness";

/** A request that is refused. */
export class ScimRefusal extends Error {
  override name = "ScimRefusal";
  /** Status of the answer. */
  readonly status: number;
  /** Kind of the error. */
  readonly scimType: ScimType | undefined;
  /** Further headers of the answer. */
  readonly headers: Readonly<Record<string, string>>;

  /**
   * @param detail a sentence without a full stop, for the administrator of the directory
   * @param scimType Default: none
   * @param headers Default: none
   */
  constructor(
    status: number,
    detail: string,
    scimType?: ScimType,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
    this.headers = headers;
  }
}

/** A refusal of what a request says. */
export function bad(scimType: ScimType, detail: string): ScimRefusal {
  return new ScimRefusal(400, detail, scimType);
}

/** The refusal for what is not there: the same for all that belongs to others. */
export function notFound(): ScimRefusal {
  return new ScimRefusal(404, "There is no such resource");
}

/** The answer to a request that was refused. */
export function answerRefusal(
  { status, message, scimType, headers }: Pick<
    ScimRefusal,
    "status" | "message" | "scimType" | "headers"
  >,
): ResponseInternal {
  return toScim({
    schemas: [URN.error],
    status: String(status),
    ...scimType ? { scimType } : {},
    detail: `${message}.`,
  }, { status, headers });
}

/** An answer in JSON of SCIM. */
export function toScim(
  body: object,
  { status = 200, headers = {} }: {
    status?: number;
    headers?: Readonly<Record<string, string>>;
  } = {},
): ResponseInternal {
  return {
    status,
    headers: { ...NO_SNIFF, ...headers, "Content-Type": SCIM_TYPE },
    body: JSON.stringify(body),
  };
}
