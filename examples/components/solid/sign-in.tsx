import type { StepsOptions } from "@x/auth/solid";
import { Steps } from "./steps";

/** The sign-in of this app, with second factors, passkeys and codes by email. */
export function SignIn(props: StepsOptions) {
  return (
    <section class="auth-own">
      <Steps path="signin" {...props} />
    </section>
  );
}
