/**
 * Calls of DynamoDB by the client of the app. Commands come from the package of the client, which is
 * loaded by the first call.
 *
 * @module
 */

import { explainNotLoaded } from "../src/base/package.ts";
import { AdapterError, AuthError } from "../src/errors.ts";
import { pauseFor } from "./_pause.ts";

/** A `DynamoDBClient` of `@aws-sdk/client-dynamodb`, version 3.400 or newer. */
export interface DynamoDBSender {
  /** Sends a command of that package. */
  send(command: never): Promise<unknown>;
}

/** A value of an attribute. */
export type AttributeValue = { readonly S: string } | { readonly N: string };

/** An item, by the names of its attributes. */
export type Item = Readonly<Record<string, AttributeValue>>;

/** What a call answers. */
interface Output {
  readonly Attributes?: Item;
  readonly Item?: Item;
  readonly Items?: readonly Item[];
  readonly LastEvaluatedKey?: Item;
  readonly Table?: { readonly Replicas?: readonly unknown[] };
  readonly TimeToLiveDescription?: {
    readonly AttributeName?: string;
    readonly TimeToLiveStatus?: string;
  };
}

/** Why one item of a write was refused. */
export interface Refusal {
  /** `true` when another write to it went on; else its condition is not met. */
  readonly isConflict: boolean;
  /** What is in its place. */
  readonly item: Item | null;
}

/** How a write ended. */
export interface Written {
  /** The item that was removed. */
  readonly removed?: Item | undefined;
  /** For each item of a write that was refused: why it was, or `null`. Absent: it took place. */
  readonly refusals?: readonly (Refusal | null)[];
  /**
   * `true` when the call was sent more than once, and may have taken place before. A transaction has a
   * token, by which the service answers the first one again.
   */
  readonly isRepeated: boolean;
}

type Read =
  | "GetItemCommand"
  | "QueryCommand"
  | "DescribeTimeToLiveCommand"
  | "DescribeTableCommand";
type Write = "DeleteItemCommand" | "PutItemCommand" | "TransactWriteItemsCommand";

/** The calls. */
export interface Dynamo {
  read(command: Read, input: object): Promise<Output>;
  /** Writes; a condition that is not met is a refusal, and so is another write at the same time. */
  write(command: Write, input: object): Promise<Written>;
}

/** Members of an error of the package. */
interface Thrown {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly Item?: Item;
  readonly CancellationReasons?: readonly { readonly Code?: string; readonly Item?: Item }[];
}

/** Tries of a call that was throttled, each of which the client repeats too. */
const MAX_TRIES = 10;

/** Longest pause before another try, in milliseconds. */
const LONGEST_PAUSE_MS = 400;

/** Codes of a call that had no effect because there were too many. */
const THROTTLED: ReadonlySet<unknown> = new Set([
  ...["ProvisionedThroughputExceeded", "ProvisionedThroughputExceededException"],
  ...["RequestLimitExceeded", "ThrottlingError", "ThrottlingException"],
]);

/** Codes of a write that had no effect because of another one at the same time. */
const CONFLICTS: ReadonlySet<unknown> = new Set([
  ...["TransactionConflict", "TransactionConflictException", "TransactionInProgressException"],
]);

/** Codes of a condition that is not met. */
const UNMET: ReadonlySet<unknown> = new Set([
  ...["ConditionalCheckFailed", "ConditionalCheckFailedException"],
]);

/** Errors that stay until somebody does something. */
const CURES: Readonly<Record<string, string>> = {
  AccessDeniedException: "its credentials may not do this; allow `dynamodb:GetItem`, " +
    "`dynamodb:PutItem`, `dynamodb:DeleteItem` and `dynamodb:Query` on the table",
  CredentialsProviderError: "the client has no credentials; give it some",
  ExpiredTokenException: "the credentials have expired; renew them",
  ResourceNotFoundException:
    "the table is missing in this region; create what `recordsTable` returns",
  UnrecognizedClientException: "the credentials are not valid; correct them",
};

/**
 * Returns the calls of a client. What was throttled is repeated.
 *
 * @throws {AuthError} when it is no client
 */
export function dynamoOf(client: DynamoDBSender): Dynamo {
  if (typeof client?.send !== "function") {
    throw new AuthError(
      "Cannot use DynamoDB: the first argument is no client; pass a `new DynamoDBClient()` of the " +
        "package `@aws-sdk/client-dynamodb`",
    );
  }
  /** Sends a command until an answer or an error stays, with the number of times it was sent. */
  const send = async (name: Read | Write, input: object) => {
    const Command = (await loadCommands())[name] as unknown as new (input: object) => object;
    let isRepeated = false;
    for (let attempt = 1;; attempt++) {
      try {
        const output = await client.send(new Command(input) as never) as Output;
        return { output, isRepeated: isRepeated || sentAgain(output) };
      } catch (error) {
        isRepeated ||= sentAgain(error);
        const isThrottled = codesOf(error).some((code) => THROTTLED.has(code));
        if (!isThrottled || attempt === MAX_TRIES) return { error: error as Thrown, isRepeated };
        await pauseFor(attempt, LONGEST_PAUSE_MS);
      }
    }
  };
  return {
    async read(command, input) {
      const { output, error } = await send(command, input);
      if (!output) throw failureOf(error);
      return output;
    },

    async write(command, input) {
      const { output, error, ...sent } = await send(command, input);
      const isRepeated = sent.isRepeated && command !== "TransactWriteItemsCommand";
      if (output) return { removed: output.Attributes, isRepeated };
      const isRefused = (code: string) => UNMET.has(code) || CONFLICTS.has(code);
      if (codesOf(error).length === 0 || !codesOf(error).every(isRefused)) throw failureOf(error);
      const reasons = error.CancellationReasons ?? [{ Code: String(error.name), Item: error.Item }];
      const refusals = reasons.map(({ Code, Item }) =>
        !Code || Code === "None" ? null : { isConflict: !UNMET.has(Code), item: Item ?? null }
      );
      return { refusals, isRepeated };
    },
  };
}

/** The commands of the package. */
async function loadCommands() {
  let err: unknown;
  try {
    const found = await import("@aws-sdk/client-dynamodb");
    if ("TransactWriteItemsCommand" in found) return found;
  } catch (error) {
    err = error;
  }
  throw new AuthError(`Cannot use DynamoDB: ${explainNotLoaded("@aws-sdk/client-dynamodb", err)}`, {
    cause: { err: err as Error | undefined },
  });
}

/** `true` for an answer or an error of a call that the client has repeated by itself. */
function sentAgain(result: unknown): boolean {
  const { $metadata } = Object(result) as { $metadata?: { attempts?: number } };
  return ($metadata?.attempts ?? 1) > 1;
}

/** Codes of an error: of a transaction, those of its items. */
function codesOf(error: unknown): readonly string[] {
  const { name, CancellationReasons } = Object(error) as Thrown;
  if (!CancellationReasons) return [String(name)];
  return CancellationReasons.flatMap(({ Code }) => Code && Code !== "None" ? [Code] : []);
}

/** The error for the app. It holds no items, which those of the package do: they are data. */
function failureOf(error: unknown): AdapterError {
  const codes = codesOf(error);
  const { message, code } = Object(error) as Thrown;
  const cure = CURES[codes[0]!];
  if (cure) return new AdapterError(`DynamoDB refuses this (${codes[0]}): ${cure}`);
  if (codes.some((code) => THROTTLED.has(code))) {
    return new AdapterError(
      `DynamoDB refuses this (${
        codes[0]
      }): there were too many calls, ten times in a row; raise the ` +
        "capacity of the table, or let it be on demand",
    );
  }
  const text = String(message).slice(0, 300);
  return new AdapterError(
    typeof code === "string" || codes[0] === "TimeoutError"
      ? `Cannot reach DynamoDB (${text || code}): check the region and the network`
      : `DynamoDB failed (${codes.join(", ")}): ${text}`,
  );
}
