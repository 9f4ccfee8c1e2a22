import { type ReactNode, Suspense } from "react";

export const metadata = { title: "@x/auth with Next.js" };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        {/* With `cacheComponents`, what calls `auth()` is inside of a `Suspense`: here, every page. */}
        <Suspense>{children}</Suspense>
      </body>
    </html>
  );
}
