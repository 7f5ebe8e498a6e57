import type { SVGProps } from "react";

/** A speech bubble with two eyes: our own sign for the chat community. */
export const DiscordIcon = (props: SVGProps<SVGSVGElement>) => (
  <svg
    viewBox="0 0 24 24"
    width="24"
    height="24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
    {...props}
  >
    <path d="M8.5 4.5 6 5.2C4 8.3 3 11.800 3 16c1.700 1.500 3.500 2.300 5.400 2.700l1.100-2M15.500 4.500l2.500.7c2 3.100 3 6.600 3 10.800-1.700 1.500-3.500 2.300-5.400 2.700l-1.100-2" />
    <path d="M8 6.800c2.600-.9 5.400-.9 8 0M7.500 16.200c3 1.300 6 1.300 9 0" />
    <path d="M9.200 12v.6M14.800 12v.6" strokeWidth="2.600" />
  </svg>
);
