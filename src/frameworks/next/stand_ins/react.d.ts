/**
 * The part of `react` that is used here. The npm package refers to the app's
 * own copy instead.
 *
 * @module
 */

/** What can be rendered. */
export type ReactNode = unknown;

/** A description of something rendered. */
export interface ReactElement {
  /** Element or component. */
  type: unknown;
}

/** A value for everything below. */
export interface Context<T> {
  /** Sets the value. */
  Provider: (props: { value: T; children?: ReactNode }) => ReactElement;
}

/** Makes a context. */
export function createContext<T>(value: T): Context<T>;
/** Describes something to render. */
export function createElement<P>(
  type: (props: P) => ReactElement,
  props: Omit<P, "children">,
  ...children: ReactNode[]
): ReactElement;
/** Reads a context. */
export function useContext<T>(context: Context<T>): T;
/** Runs after rendering. */
export function useEffect(effect: () => void | (() => void), inputs: readonly unknown[]): void;
/** Computes once per inputs. */
export function useMemo<T>(create: () => T, inputs: readonly unknown[]): T;
/** Keeps a value. */
export function useState<T>(create: () => T): [T, (value: T) => void];
/** Follows a store. */
export function useSyncExternalStore<T>(
  subscribe: (listener: () => void) => () => void,
  get: () => T,
  getOnServer: () => T,
): T;
