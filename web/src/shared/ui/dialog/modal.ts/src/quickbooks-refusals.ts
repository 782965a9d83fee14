// Mantine's modal in a file of its own, so it loads with the first dialog.
import '../../../../styles/mantine-rest.css'

export { Modal } from '@mantine/core'
