/**
 * Arguments of a command.
 *
 * @module
 */

/** Arguments, split. */
export interface Arguments {
  /** Those that are no flags, without the name of the command. */
  readonly words: readonly string[];
  /** Values by flag; the empty text for a flag that has none. */
  readonly flags: ReadonlyMap<string, string>;
}

/** What a command takes. */
export interface Known {
  /** Name of the command, which the command of the npm package has in front of all others. */
  readonly command: string;
  /** Flags that have a value. */
  readonly withValue: readonly string[];
  /** Flags that have none. */
  readonly withoutValue: readonly string[];
}

/** Splits arguments; returns a sentence about the first flag that is wrong. */
export function splitArguments(
  args: readonly string[],
  { command, withValue, withoutValue }: Known,
): Arguments | string {
  const words: string[] = [];
  const flags = new Map<string, string>();
  for (let i = 0; i < args.length; i++) {
    const [name = "", inline] = args[i]!.split(/=(.*)/s);
    if (!name.startsWith("-")) words.push(args[i]!);
    else if (withoutValue.includes(name)) flags.set(name, "");
    else if (!withValue.includes(name)) return `There is no option ${name}`;
    else {
      const value = inline ?? args[++i];
      if (!value) return `${name} needs a value`;
      flags.set(name, value);
    }
  }
  if (words[0] === command) words.shift();
  return { words, flags };
}

/** What a command that takes one module says of several. */
export function tooManyModules(words: readonly string[]): string {
  return `Pass one module, and not ${words.join(" ")}`;
}
