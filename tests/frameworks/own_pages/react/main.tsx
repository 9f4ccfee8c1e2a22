import { getSession } from "@x/auth/client";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Steps } from "./Steps";

const path = location.pathname.slice(1);
const session = path ? null : await getSession();

createRoot(document.getElementById("app")!).render(
  <StrictMode>
    {path ? <Steps path={path} /> : (
      <>
        <h1>Home</h1>
        <p>{session ? `Signed in as ${session.user?.email}` : "Signed out"}</p>
        <a href={session ? "/account" : "/signin"}>{session ? "Account" : "Sign in"}</a>
      </>
    )}
  </StrictMode>,
);
