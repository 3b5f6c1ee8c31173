import { Advantages, Brokers, Capabilities, Desk, Failures, Start } from "../../features/landing/index.ts";

/** What comes below the hero and needs no script. */
export default function Middle() {
  return (
    <>
      <Desk />
      <Brokers />
      <Advantages />
      <Capabilities />
      <Failures />
      <Start />
    </>
  );
}
