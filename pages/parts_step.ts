/**
 * What a step draws, in elements that an app can make with any framework.
 *
 * @module
 */

/** A text, or an element. */
export type StepNode = string | StepElement;

/** An element of a step. */
export interface StepElement {
  /**
   * What it is: `heading`, `text`, `error`, `form`, `hidden`, `field`, `label`, `input`, `checkbox`,
   * `button`, `link`, `list`, `item`, `separator`, `picture`, `shape`, `code`, `details`, `summary`,
   * `menu`, `card`, or `group` for any other.
   */
  readonly part: string;
  /** Name of the element in HTML or SVG. */
  readonly tag: string;
  /** Its attributes, as HTML spells them. Those without a value are `true`. */
  readonly attributes: Readonly<Record<string, string | true>>;
  /** What is in it. */
  readonly children: readonly StepNode[];
}

/** What a step that was asked for with its elements has in addition. */
export interface StepParts {
  /** Purpose of the step, for the title of a document. */
  title: string;
  /** The elements, in the language of the visitor. Tokens are not among them. */
  parts: readonly StepNode[];
  /** Sentences about failures that the browser finds itself, by their names; `default` for others. */
  failures: Readonly<Record<string, string>> & {
    /** For a failure without a sentence of its own. */
    readonly default: string;
  };
}
