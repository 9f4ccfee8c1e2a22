import type { Flow } from "@x/auth/client/flow";
import {
  createContext,
  type FormEvent,
  type InputHTMLAttributes,
  type ReactNode,
  useContext,
} from "react";

export const FlowContext = createContext<Flow>(undefined!);
const useTheFlow = () => useContext(FlowContext);

/** A form of the step. */
export function Form({ button = "Continue", fields, action, children }: {
  button?: string;
  fields?: Record<string, string | undefined>;
  action?: string | undefined;
  children?: ReactNode;
}) {
  const flow = useTheFlow();
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    void flow.submit({ ...fields, ...typed }, action);
  };
  return (
    <form onSubmit={send}>
      {children}
      <button>{button}</button>
    </form>
  );
}

export function Field(
  { label, ...input }: { label: string } & InputHTMLAttributes<HTMLInputElement>,
) {
  return (
    <label>
      {label} <input required {...input} />
    </label>
  );
}

/** A way to another step. */
export function Go({ to, children }: { to: string | undefined; children: ReactNode }) {
  const flow = useTheFlow();
  return to === undefined ? null : <button onClick={() => flow.go(to)}>{children}</button>;
}
