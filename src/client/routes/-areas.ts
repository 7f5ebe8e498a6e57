/**
 * The scripts that screens come in, one for each area of the site. What belongs to several features
 * is put together beside the routes.
 */
export const areas = {
  accounts: () => import("#client/features/accounts/screens.tsx"),
  administration: () => import("#client/features/administration/screens.tsx"),
  bridge: () => import("#client/features/bridge/screens.ts"),
  cart: () => import("#client/routes/_site/shop/-cart.tsx"),
  discord: () => import("#client/features/discord/redirect.tsx"),
  home: () => import("#client/routes/_site/-home.tsx"),
  linking: () => import("#client/features/linking/screens.tsx"),
  members: () => import("#client/features/members/screens.tsx"),
  notifications: () => import("#client/features/notifications/screens.ts"),
  orders: () => import("#client/features/orders/screens.ts"),
  points: () => import("#client/features/points/screens.tsx"),
  privacy: () => import("#client/features/privacy/screens.tsx"),
  rules: () => import("#client/features/rules/screens.tsx"),
  settings: () => import("#client/features/settings/screens.tsx"),
  shop: () => import("#client/features/shop/screens.ts"),
  shopAdministration: () => import("#client/features/shop-administration/screens.ts"),
  tickets: () => import("#client/features/tickets/screens.tsx"),
};
