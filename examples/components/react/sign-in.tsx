import type { StepsOptions } from "@x/auth/react";
import { Steps } from "./steps";

/** The sign-in of this app, with second factors, passkeys and codes by email. */
export function SignIn(options: StepsOptions) {
  return (
    <section className="auth-own">
      <Steps path="signin" {...options} />
    </section>
  );
}
