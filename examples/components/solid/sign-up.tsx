import type { StepsOptions } from "@x/auth/solid";
import { Steps } from "./steps";

/** The sign-up of this app. */
export function SignUp(props: StepsOptions) {
  return (
    <section class="auth-own">
      <Steps path="signup" {...props} />
    </section>
  );
}
