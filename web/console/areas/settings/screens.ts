import { lazyRouteComponent } from '@tanstack/react-router'

/** All screens of the settings are one lazy script, because they share most of their code. */
const load = () => import('./pages.ts')

export const AccessSettings = lazyRouteComponent(load, 'AccessSettings')
export const AuditLog = lazyRouteComponent(load, 'AuditLog')
export const BrandSettings = lazyRouteComponent(load, 'BrandSettings')
export const Closing = lazyRouteComponent(load, 'Closing')
export const KeyList = lazyRouteComponent(load, 'KeyList')
export const KeyPage = lazyRouteComponent(load, 'KeyPage')
export const LawSettings = lazyRouteComponent(load, 'LawSettings')
export const OrganisationSettings = lazyRouteComponent(load, 'OrganisationSettings')
export const PlanSettings = lazyRouteComponent(load, 'PlanSettings')
export const RetentionSettings = lazyRouteComponent(load, 'RetentionSettings')
export const ScimSettings = lazyRouteComponent(load, 'ScimSettings')
export const SigningSettings = lazyRouteComponent(load, 'SigningSettings')
export const SsoSettings = lazyRouteComponent(load, 'SsoSettings')
export const WebhookList = lazyRouteComponent(load, 'WebhookList')
export const WebhookPage = lazyRouteComponent(load, 'WebhookPage')
