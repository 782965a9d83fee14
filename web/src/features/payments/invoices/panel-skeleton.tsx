// Shown until an invoice's details are there: about as high as a few lines and their totals.
import { useAnnouncement } from '../../../shared/ui/feedback/announcements.tsx'
import classes from './panel-skeleton.module.css'

export const PanelSkeleton = () => {
  useAnnouncement('Loading the invoice...')
  return <div className={`pulsing ${classes.skeleton}`} aria-busy="true" />
}
