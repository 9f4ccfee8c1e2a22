/**
 * Calls what capabilities have subscribed to, and finds the parts that they bring. A topic without
 * a subscriber costs one look-up. `types/topics.ts` is the list.
 *
 * @module
 */

import type { Awaitable } from "../types/entities.ts";
import type { ResolvedConfig } from "../types/internal.ts";
import type { Moments, Parts, Questions } from "../types/topics.ts";

type WithTopics = Pick<ResolvedConfig, "topics">;
type Answer<Topic extends keyof Questions> = Questions[Topic]["answer"];

/** Functions of a topic; the config has them without their types, which name it. */
function findSubscribers<Moment, Result>(
  { topics }: WithTopics,
  topic: string,
): readonly ((moment: Moment) => Awaitable<Result>)[] | undefined {
  return topics.get(topic) as readonly ((moment: Moment) => Awaitable<Result>)[] | undefined;
}

/**
 * Publishes a moment: its subscribers are called one after the other.
 *
 * @param failed gets what a subscriber throws; then the next one is called. Default: it is thrown,
 *   and no further one is called
 */
export async function publish<Topic extends keyof Moments>(
  config: WithTopics,
  topic: Topic,
  moment: Moments[Topic],
  failed?: (error: unknown) => void,
): Promise<void> {
  for (const run of findSubscribers<Moments[Topic], void>(config, topic) ?? []) {
    try {
      await run(moment);
    } catch (error) {
      if (!failed) throw error;
      failed(error);
    }
  }
}

/** Asks one subscriber after the other, until one has an answer. */
export async function askFirst<Topic extends keyof Questions>(
  config: WithTopics,
  topic: Topic,
  asked: Questions[Topic]["asked"],
): Promise<Answer<Topic> | undefined> {
  for (
    const ask of findSubscribers<typeof asked, Answer<Topic> | undefined>(config, topic) ?? []
  ) {
    const answer = await ask(asked);
    if (answer !== undefined) return answer;
  }
}

/**
 * Asks all subscribers at once.
 *
 * @param failed gets what a subscriber throws, which then has no answer. Default: it is thrown
 * @returns the answers, in the order of the subscribers
 */
export async function askAll<Topic extends keyof Questions>(
  config: WithTopics,
  topic: Topic,
  asked: Questions[Topic]["asked"],
  failed?: (error: unknown) => void,
): Promise<Answer<Topic>[]> {
  const subscribers = findSubscribers<typeof asked, Answer<Topic> | undefined>(config, topic) ?? [];
  const answers = await Promise.all(subscribers.map(async (ask) => {
    try {
      return await ask(asked);
    } catch (error) {
      if (!failed) throw error;
      failed(error);
    }
  }));
  return answers.filter((answer) => answer !== undefined);
}

/** Loads a part; `undefined` when no capability of the app brings it. */
export function loadPart<Name extends keyof Parts>(
  { parts }: Pick<ResolvedConfig, "parts">,
  name: Name,
): Awaitable<Parts[Name]> | undefined {
  const load = parts.get(name) as (() => Awaitable<Parts[Name]>) | undefined;
  return load?.();
}
