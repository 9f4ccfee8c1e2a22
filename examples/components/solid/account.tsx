import type { StepsOptions } from "@x/auth/solid";
import { Steps } from "./steps";

/** The account of the user, with all that is changed there. */
export function Account(props: StepsOptions) {
  return (
    <section class="auth-own">
      <Steps path="account" {...props} />
    </section>
  );
}
