import { lazy, Suspense } from "react";

/** Signed-in users don't need this code. */
const load = () => import("./sign-in.tsx");
const SignIn = lazy(load);

/** What signed-out visitors see in place of a page. `LoginScreen.load` fetches its code, for the loader of a page. */
export function LoginScreen() {
  return (
    <Suspense>
      <SignIn />
    </Suspense>
  );
}

LoginScreen.load = load;
