/**
 * The part of `react` that is used here. The npm package refers to the app's
 * own copy instead.
 *
 * @module
 */

/** A value that React can render. */
export type ReactNode = unknown;

/** A description of an element to render. */
export interface ReactElement {
  /** Element name or component. */
  type: unknown;
}

/** A context: a value for all components inside its provider. */
export interface Context<T> {
  /** Component that sets the value. */
  Provider: (props: { value: T; children?: ReactNode }) => ReactElement;
}

/** Creates a context. */
export function createContext<T>(value: T): Context<T>;
/** Creates an element. */
export function createElement<P>(
  type: (props: P) => ReactElement,
  props: Omit<P, "children">,
  ...children: ReactNode[]
): ReactElement;
/** Reads the value of a context. */
export function useContext<T>(context: Context<T>): T;
/** Runs an effect after rendering. */
export function useEffect(effect: () => void | (() => void), inputs: readonly unknown[]): void;
/** Computes a value again only when its inputs change. */
export function useMemo<T>(create: () => T, inputs: readonly unknown[]): T;
/** Keeps a value between renderings. */
export function useState<T>(create: () => T): [T, (value: T) => void];
/** Subscribes to a store outside of React. */
export function useSyncExternalStore<T>(
  subscribe: (listener: () => void) => () => void,
  get: () => T,
  getOnServer: () => T,
): T;
