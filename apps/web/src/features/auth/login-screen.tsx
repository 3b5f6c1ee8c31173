import { lazy, Suspense } from "react";

/** Who is signed in needs none of it. */
const load = () => import("./sign-in.tsx");
const SignIn = lazy(load);

/** What stands in place of a page for who isn't signed in. `LoginScreen.load` fetches its code, for the loader of a page. */
export function LoginScreen() {
  return (
    <Suspense>
      <SignIn />
    </Suspense>
  );
}

LoginScreen.load = load;
