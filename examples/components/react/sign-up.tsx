import type { StepsOptions } from "@x/auth/react";
import { Steps } from "./steps";

/** The sign-up of this app. */
export function SignUp(options: StepsOptions) {
  return (
    <section className="auth-own">
      <Steps path="signup" {...options} />
    </section>
  );
}
