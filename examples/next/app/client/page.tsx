import { SessionProvider } from "@x/auth/next/react";
import { Account } from "./account";

export default function Client() {
  return (
    <SessionProvider>
      <Account />
    </SessionProvider>
  );
}
