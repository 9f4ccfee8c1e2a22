import type { StepsOptions } from "@x/auth/react";
import { Steps } from "./steps";

/** The account of the user, with all that is changed there. */
export function Account(options: StepsOptions) {
  return (
    <section className="auth-own">
      <Steps path="account" {...options} />
    </section>
  );
}
